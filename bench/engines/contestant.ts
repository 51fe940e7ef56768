import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  freePorts,
  goProgram,
  repositoryRoot,
  startServiceProcess,
  type ServiceProcess,
} from '@gatehouse/testing/processes'
import { engineConfig } from './engine-config.ts'

const run = promisify(execFile)

/** The identity services that are compared. */
export const contestants = ['gatehouse', 'kratos'] as const
/** Which of them; figures stand under this name. `kratos` takes part only where it is, or can be, built. */
export type ContestantId = (typeof contestants)[number]

/** One identity service with its database, started and stopped at will. */
export interface Contestant {
  readonly publicUrl: string
  readonly adminUrl: string
  /** Milliseconds the last start took until the service was ready. */
  readonly startMs: () => number
  readonly pid: () => number
  restart(): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

/** Starts a service on an empty SQLite file; both get the same configuration file. */
export async function openContestant(id: ContestantId): Promise<Contestant> {
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const folder = await mkdtemp(join(tmpdir(), `gatehouse-bench-${id}-`))
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const dsn = `sqlite://${join(folder, 'identity.sqlite')}?${dsnOptions[id]}`
  const configFile = join(folder, 'kratos.yml')
  await writeFile(configFile, JSON.stringify(engineConfig({ dsn, publicPort, adminPort })))
  const command = await commands[id](configFile, dsn)

  let startMs = Number.NaN
  const start = async (): Promise<ServiceProcess> => {
    const before = performance.now()
    const process = await startServiceProcess({
      ...command,
      // As the commands of the README start it.
      environment: {
        LOG_LEVEL: 'error',
        SQA_OPT_OUT: 'true',
        NODE_COMPILE_CACHE: join(repositoryRoot, 'node_modules/.cache/compiled'),
      },
      readyUrl: `${publicUrl}/health/ready`,
    })
    startMs = performance.now() - before
    return process
  }
  let process = await start()
  return {
    publicUrl,
    adminUrl,
    startMs: () => startMs,
    pid: () => process.pid,
    restart: async () => {
      await process.stop()
      process = await start()
    },
    remove: async () => {
      await process.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// Both write ahead and flush each commit of what was acknowledged.
const dsnOptions = {
  gatehouse: '_fk=true&mode=rwc',
  kratos: '_fk=true&mode=rwc&_busy_timeout=10000&_journal_mode=WAL&_sync=FULL&_txlock=immediate',
}

const kratos = goProgram('kratos', 'Ory Kratos')

interface Command {
  readonly program?: string
  readonly args: readonly string[]
}

const commands: Readonly<Record<ContestantId, (configFile: string, dsn: string) => Promise<Command>>> = {
  gatehouse: (configFile) => Promise.resolve({ args: ['apps/gateway/src/serve-identity.ts', '--config', configFile] }),
  kratos: async (configFile, dsn) => {
    const program = await kratos.path()
    await run(program, ['migrate', 'sql', '-e', '--yes'], { env: { ...globalThis.process.env, DSN: dsn } })
    return { program, args: ['serve', '-c', configFile, '--sqa-opt-out'] }
  },
}

/** Why Kratos cannot take part on this machine. */
export function missingContestant(): Promise<string | undefined> {
  return kratos.missing()
}
