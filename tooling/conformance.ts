import { runTool } from './runners/tool.ts'

// The whole suite against both engines, a real Kratos included; `npm test` runs it against the embedded one alone.
const config = ['--config', 'conformance/vitest.config.ts']
const { code } = await runTool('vitest', ['run', ...config, ...process.argv.slice(2)], { show: true })
process.exitCode = code
