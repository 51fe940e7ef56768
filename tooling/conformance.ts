import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runTool } from './runners/tool.ts'

const usage = `npm run conformance                          the wire, on the embedded service and a real Ory Kratos
npm run conformance -- journeys              the journeys, with a real Ory Kratos behind the pages
npm run conformance -- write FOLDER PROFILE  the configuration of a profile, for a service of one's own
npm run conformance -- --kratos PATH         the wire, on this program
npm run conformance -- --public URL --admin URL [--profile main] [--mail-port 1025]   …, on a service that runs
  --version 26.2   where neither says which one it is`

const [first, ...others] = process.argv.slice(2)
if (first === 'journeys') await run('playwright', ['test', ...others], { E2E_ENGINE: 'kratos' })
else if (first === 'write') await run('node', ['conformance/profiles/write.ts', ...others])
else await playSuite()

async function playSuite(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kratos: { type: 'string' },
      public: { type: 'string' },
      admin: { type: 'string' },
      profile: { type: 'string' },
      'mail-port': { type: 'string' },
      version: { type: 'string' },
      testNamePattern: { type: 'string', short: 't' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { kratos, public: publicUrl, admin: adminUrl, profile, testNamePattern } = values
  if (values.help || (publicUrl === undefined) !== (adminUrl === undefined)) {
    console.log(usage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const environment = {
    ...(kratos !== undefined && { CONFORMANCE_KRATOS: resolve(kratos) }),
    ...(publicUrl !== undefined && { CONFORMANCE_PUBLIC_URL: publicUrl }),
    ...(adminUrl !== undefined && { CONFORMANCE_ADMIN_URL: adminUrl }),
    ...(profile !== undefined && { CONFORMANCE_PROFILE: profile }),
    ...(values.version !== undefined && { CONFORMANCE_VERSION: values.version }),
    ...(values['mail-port'] !== undefined && { CONFORMANCE_MAIL_PORT: values['mail-port'] }),
  }
  const named = testNamePattern === undefined ? [] : ['-t', testNamePattern]
  await run('vitest', ['run', '--config', 'conformance/vitest.config.ts', ...named, ...positionals], environment)
}

async function run(tool: string, given: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const { code } = await runTool(tool, [...given], { show: true, environment })
  process.exitCode = code
}
