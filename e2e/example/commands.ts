import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleOnFastApi, freePorts, repositoryRoot } from '@gatehouse/testing/processes'
import type { Outside } from './outside.ts'

/** An example as its README starts it. */
export interface StartedExample {
  readonly origin: string
  /** The origin to which its pages send people who are not signed in. */
  readonly account: string
  /** Everything it has written. */
  logs(): string
  /** Ctrl-C. */
  stop(): Promise<void>
}

/** TABLE: the one command of each example, and its test settings besides ports. */
export const commands: Readonly<
  Record<string, (outside: Outside) => Promise<{ readonly command: string; readonly given?: Record<string, string> }>>
> = {
  Express: async () => ({ command: 'npm start -w examples/express' }),
  Vite: async () => ({ command: 'npm start -w examples/vite' }),
  'Next.js': async ({ folder }) => ({ command: `npm start --prefix ${folder}` }),
  FastAPI: async () => ({
    command: 'npm start -w examples/fastapi',
    given: { VIRTUAL_ENV: await exampleOnFastApi.path() },
  }),
  'a login form': async () => ({ command: 'npm run example' }),
}

/** Runs the command of an example, at free ports and with separate data. */
export async function startExample(name: string, outside: Outside): Promise<StartedExample> {
  const row = commands[name]
  if (row === undefined) throw new Error(`There is no example ${name}`)
  const { command, given } = await row(outside)
  const [port = 0, publicPort = 0, adminPort = 0, consolePort = 0] = await freePorts(4)
  const data = await mkdtemp(join(tmpdir(), 'gatehouse-example-'))
  const isForm = name === 'a login form'
  const account = isForm ? `http://localhost:${port}` : `http://account.example.localhost:${publicPort}`
  const [program = '', ...args] = command.split(' ')
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      PORT: String(port),
      ...(isForm
        ? { SERVE_PUBLIC_PORT: String(publicPort), SERVE_ADMIN_PORT: String(adminPort), DATA: data }
        : {
            GATEHOUSE_PUBLIC_URL: account,
            GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
            GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
            GATEHOUSE_DATA: data,
          }),
      NEXT_TELEMETRY_DISABLED: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      ...given,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, as a shell creates one: Ctrl-C reaches everything in it.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'close')
  const end = (signal: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, signal)
  }
  // The test's process may be killed without a chance to stop it.
  const endWithParent = () => end('SIGKILL')
  process.once('exit', endWithParent)
  return {
    origin: isForm ? account : `http://app.example.localhost:${port}`,
    account,
    logs: () => output,
    async stop() {
      end('SIGINT')
      await ended
      process.off('exit', endWithParent)
      await rm(data, { recursive: true, force: true })
    },
  }
}
