import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** A separate PostgreSQL server with a free port; stopping it removes its data folder. */
export interface PostgresProcess {
  readonly pid: number
  /** Address of a new, empty database of this server. */
  createDatabase(): string
  /** The rows of a question to one of its databases. This user reads the rows of every project. */
  rows(address: string, question: string, values?: readonly unknown[]): Promise<readonly object[]>
  /** Backs a database up as docs/operate.md says, restores that into an empty one, and returns the address of this. */
  restored(address: string): string
  /** Ends it without waiting for its clients, and starts it again with the same data. */
  restart(): Promise<void>
  /** Ends it as a crash does, with nothing flushed that was not yet, and starts it again with the same data. */
  crash(): Promise<void>
  /** Asks it to end without waiting for its clients, and removes its files. */
  stop(): Promise<void>
}

/** An ordinary one, as an operator would make it. */
const role = 'gatehouse'

/** The folder in which Debian's package installs the programs of each major version. */
const versionsFolder = '/usr/lib/postgresql'

/**
 * Returns why this machine cannot run PostgreSQL; undefined if it can. With `CI=true` a missing one is an error, so
 * that nothing passes because it was not run.
 */
export function postgresIsMissing(
  environment: NodeJS.ProcessEnv = process.env,
  folder = versionsFolder,
): string | undefined {
  if (programsIn(folder) !== undefined) return undefined
  const reason = `PostgreSQL is not installed under ${folder} (Debian: apt-get install postgresql)`
  if (environment['CI'] === 'true') throw new Error(`${reason}; with CI=true its tests have to run`)
  return reason
}

/** Returns the newest version's programs. */
function programsIn(folder: string): string | undefined {
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(folder, version, 'bin'))
    .find((programs) => existsSync(join(programs, 'initdb')) && existsSync(join(programs, 'postgres')))
}

/** Starts a PostgreSQL and waits until it answers. `settings` are those of `postgresql.conf`; `given`: its port. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  given?: number,
): Promise<PostgresProcess> {
  const programs = programsIn(versionsFolder)
  if (programs === undefined) throw new Error(postgresIsMissing() ?? 'PostgreSQL is missing')
  const user = ordinaryUser()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = given ?? (await freePort())
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } } as const

  // The folder is thrown away: nothing in it has to survive a power cut while it is made.
  run(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options)
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let output = ''
  const begin = () => {
    const begun = spawn(join(programs, 'postgres'), ['-D', data, ...args], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [begun.stdout, begun.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    return begun
  }
  let child = begin()
  // SIGQUIT ends its own children too, which a killed server would leave behind.
  const endWithParent = () => child.kill('SIGQUIT')
  process.once('exit', endWithParent)

  async function end(): Promise<void> {
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    const killTimer = setTimeout(() => child.kill('SIGQUIT'), 10_000)
    await exited
    clearTimeout(killTimer)
  }

  async function stop(): Promise<void> {
    process.off('exit', endWithParent)
    await end()
    rmSync(folder, { recursive: true, force: true })
  }

  async function beginAgain(): Promise<void> {
    child = begin()
    await untilItAnswers(() => child.exitCode !== null, port)
  }

  const ask = (program: string, ...rest: readonly string[]) =>
    run(join(programs, program), ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', ...rest], options)
  let databases = 0
  try {
    await untilItAnswers(() => child.exitCode !== null, port)
    // A superuser would see the rows of every project.
    ask('createuser', role)
  } catch (error) {
    await stop()
    throw new Error(`PostgreSQL did not start\n${output}`, { cause: error })
  }
  return {
    pid: child.pid ?? -1,
    createDatabase: () => {
      databases += 1
      return createDatabaseAt(port, `test_${databases}`)
    },
    rows: async (address, question, values = []) => {
      const url = new URL(address)
      const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: url.pathname.slice(1) })
      await client.connect()
      try {
        return (await client.query<object>(question, [...values])).rows
      } finally {
        await client.end()
      }
    },
    restart: async () => {
      await end()
      await beginAgain()
    },
    crash: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGQUIT')
      await exited
      await beginAgain()
    },
    restored: (address) => {
      databases += 1
      const [copy, file] = [createDatabaseAt(port, `test_${databases}`), join(folder, `${databases}.dump`)]
      ask('pg_dump', '--format=custom', `--file=${file}`, new URL(address).pathname.slice(1))
      ask('pg_restore', '--exit-on-error', `--dbname=${new URL(copy).pathname.slice(1)}`, file)
      return copy
    },
    stop,
  }
}

/** Makes an empty database at the server of this port, which `startPostgres` has started, and returns its address. */
export function createDatabaseAt(port: number, name: string): string {
  const programs = programsIn(versionsFolder) ?? ''
  const how = { env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } }
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  run(join(programs, 'createdb'), [...where, '--owner', role, name], how)
  return `postgres://${role}@127.0.0.1:${port}/${name}`
}

/**
 * Returns the user that starts it: PostgreSQL refuses to run as root, so root starts it as the user of Debian's
 * package, any other user as themselves.
 */
function ordinaryUser(): Pick<SpawnOptions, 'uid' | 'gid'> {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(run('id', [flag, 'postgres'], {}))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function run(program: string, args: readonly string[], options: SpawnOptions): string {
  const { status, stdout, stderr, error } = spawnSync(program, [...args], {
    ...options,
    stdio: 'pipe',
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} ended with code ${status}: ${stderr}`, { cause: error })
  return stdout
}

/** Waits until it answers: while it starts up it answers connections with an error. */
async function untilItAnswers(hasEnded: () => boolean, port: number): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (hasEnded()) throw new Error('it ended before it was ready')
    if (await accepts(port)) return
    await delay(50)
  }
  throw new Error('no answer within 60 s')
}

async function accepts(port: number): Promise<boolean> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
