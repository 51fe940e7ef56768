import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts, kratosProgram, startServiceProcess, type ServiceProcess } from '@gatehouse/testing/processes'
import type { BenchDatabase, DatabaseKind } from './bench-database.ts'
import { engineConfig } from './engine-config.ts'
import { useOf, type TreeUse } from './process-tree.ts'

const run = promisify(execFile)

/** The identity services that are compared. */
export const contestants = ['gatehouse', 'kratos'] as const
/** A contestant; figures stand under this name. `kratos` takes part only if it is, or can be, built. */
export type ContestantId = (typeof contestants)[number]

/** One identity service with its database, started and stopped at will. */
export interface Contestant {
  readonly id: ContestantId
  readonly publicUrl: string
  readonly adminUrl: string
  readonly database: BenchDatabase
  /** Milliseconds the last start took until the service was ready. */
  readonly startMs: () => number
  /** Returns the current use of its processes. */
  readonly use: () => TreeUse
  restart(): Promise<void>
  /** Ends it; its database stays. */
  stop(): Promise<void>
}

/** As many processes as there are processors: Kratos uses them all in one. */
export const workers = cpus().length

/** Starts a service on an empty database; both get the same configuration file. */
export async function openContestant(id: ContestantId, database: BenchDatabase): Promise<Contestant> {
  const [publicPort = 0, adminPort = 0, consolePort = 0] = await freePorts(3)
  const folder = await mkdtemp(join(tmpdir(), `gatehouse-bench-${id}-`))
  const publicUrl = `http://localhost:${publicPort}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const dsn = `${database.address}?${dsnOptions[database.kind][id]}`
  const configFile = join(folder, 'kratos.yml')
  await writeFile(configFile, JSON.stringify(engineConfig({ dsn, publicUrl, adminUrl })))
  const setup = {
    folder,
    configFile,
    dsn,
    database,
    publicUrl,
    adminUrl,
    consoleUrl: `http://localhost:${consolePort}`,
  }
  const command = await commands[id](setup)

  let startMs = Number.NaN
  const start = async (): Promise<ServiceProcess> => {
    const before = performance.now()
    const begun = await startServiceProcess({ ...command, readyUrl: `${publicUrl}/health/ready` })
    startMs = performance.now() - before
    return begun
  }
  let service = await start()
  return {
    id,
    publicUrl,
    adminUrl,
    database,
    startMs: () => startMs,
    use: () => useOf(service.pid),
    restart: async () => {
      await service.stop()
      service = await start()
    },
    stop: async () => {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// On files both write ahead and flush each commit before it is acknowledged.
const dsnOptions: Readonly<Record<DatabaseKind, Readonly<Record<ContestantId, string>>>> = {
  sqlite: {
    gatehouse: '_fk=true&mode=rwc',
    kratos: '_fk=true&mode=rwc&_busy_timeout=10000&_journal_mode=WAL&_sync=FULL&_txlock=immediate',
  },
  postgres: { gatehouse: 'sslmode=disable&max_conns=20', kratos: 'sslmode=disable&max_conns=20&max_idle_conns=20' },
}

/** The settings with which a contestant starts. */
interface Setup {
  readonly folder: string
  readonly configFile: string
  readonly dsn: string
  readonly database: BenchDatabase
  readonly publicUrl: string
  readonly adminUrl: string
  readonly consoleUrl: string
}

interface Command {
  readonly program?: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

const commands: Readonly<Record<ContestantId, (setup: Setup) => Promise<Command>>> = {
  // The whole product as it is deployed: pages, console and identity service.
  gatehouse: ({ folder, configFile, database, publicUrl, adminUrl, consoleUrl }) =>
    Promise.resolve({
      args: ['dist/main.js'],
      environment: {
        GATEHOUSE_DATA: folder,
        GATEHOUSE_IDENTITY_CONFIG: configFile,
        GATEHOUSE_DATABASE: database.kind === 'postgres' ? database.address : undefined,
        GATEHOUSE_PUBLIC_URL: publicUrl,
        GATEHOUSE_ADMIN_URL: adminUrl,
        GATEHOUSE_CONSOLE_URL: consoleUrl,
        GATEHOUSE_DEV: 'false',
        GATEHOUSE_WORKERS: String(workers),
        LOG_LEVEL: 'error',
      },
    }),
  kratos: async ({ configFile, dsn }) => {
    const program = await kratosProgram.path()
    await run(program, ['migrate', 'sql', '-e', '--yes'], { env: { ...process.env, DSN: dsn } })
    const environment = { LOG_LEVEL: 'error', SQA_OPT_OUT: 'true' }
    return { program, args: ['serve', '-c', configFile, '--sqa-opt-out'], environment }
  },
}

/** Returns why Kratos cannot take part on this machine. */
export function missingContestant(): Promise<string | undefined> {
  return kratosProgram.missing()
}
