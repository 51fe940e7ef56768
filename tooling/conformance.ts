import { runTool } from './runners/tool.ts'

// `npm run conformance` plays the suite of the wire against both engines, a real Kratos included, and
// `npm run conformance -- journeys` the journeys in a browser, in front of a real Kratos.
const [first, ...others] = process.argv.slice(2)
const { code } =
  first === 'journeys'
    ? await runTool('playwright', ['test', ...others], { show: true, environment: { E2E_ENGINE: 'kratos' } })
    : await runTool('vitest', ['run', '--config', 'conformance/vitest.config.ts', ...process.argv.slice(2)], {
        show: true,
      })
process.exitCode = code
