import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import type { Migration } from '../migrate.ts'

/** Tables of a server's database, and how this process connects to them. */
export interface PoolOptions {
  readonly url: string
  readonly schema: string
  readonly migrations: readonly Migration[]
  /** Whether each connection belongs to a project while it is used. */
  readonly hasProjects: boolean
  /** The settings that each connection begins with. */
  readonly config: PoolConfig
}

/** A pool whose tables are there. */
export interface OpenedPool {
  readonly pool: Pool
  /** How the server, or this role, flushes where a transaction does not say. */
  readonly syncLevel: string
}

/** The connections of this process to some tables, for everything in it that uses them. */
export interface SharedPool {
  /** Migrates the tables and answers the pool. Rejects where that is not possible; the next call tries again. */
  opened(): Promise<OpenedPool>
  /** One user less; the pool ends with the last one. */
  leave(): void
}

interface Entry {
  users: number
  opening: Promise<OpenedPool> | undefined
}

/** By their migrations, as they decide which tables are meant, and by everything else. */
const entries = new WeakMap<readonly Migration[], Map<string, Entry>>()

/**
 * The pool for some tables. All projects of a process share it: with one for each, a hundred projects would need more
 * connections than a server has, and the start of each would wait for its own.
 */
export function sharePool(options: PoolOptions): SharedPool {
  const { url, schema, migrations, hasProjects, config } = options
  const key = JSON.stringify([url, schema, hasProjects, config])
  const ofTables = entries.get(migrations) ?? new Map<string, Entry>()
  entries.set(migrations, ofTables)
  const entry = ofTables.get(key) ?? { users: 0, opening: undefined }
  ofTables.set(key, entry)
  entry.users += 1
  return {
    async opened() {
      const opening = (entry.opening ??= open(options))
      try {
        return await opening
      } catch (error) {
        if (entry.opening === opening) entry.opening = undefined
        throw error
      }
    },
    leave() {
      entry.users -= 1
      if (entry.users > 0) return
      ofTables.delete(key)
      void entry.opening?.then(({ pool }) => endPool(pool)).catch(() => undefined)
    },
  }
}

/** The project whose rows a connection sees at this moment. */
const owners = new WeakMap<PoolClient, string>()

/**
 * A connection that sees the rows of a project alone; undefined: the tables have no projects. Row-level security goes by a
 * setting of the connection, so that is changed before anything else is asked, and outside of a transaction, which could
 * undo it.
 */
export async function connectFor(pool: Pool, project: string | undefined): Promise<PoolClient> {
  const client = await pool.connect()
  if (project === undefined || owners.get(client) === project) return client
  try {
    await client.query("SELECT set_config('gatehouse.project', $1, false)", [project])
    owners.set(client, project)
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Migrates without a limit of time, as it may take long, and without a project. The driver is loaded with the first use. */
async function open({ url, schema, migrations, config }: PoolOptions): Promise<OpenedPool> {
  const [{ openPool }, { migratePostgres }] = await Promise.all([import('./pool.ts'), import('./migrate.ts')])
  const migrator = openPool({ connectionString: url, max: 1 })
  try {
    await migratePostgres(migrator, schema, migrations, Date.now())
    const { rows } = await migrator.query<{ level: string }>("SELECT current_setting('synchronous_commit') AS level")
    return { pool: openPool(config), syncLevel: rows[0]?.level ?? 'on' }
  } finally {
    await migrator.end()
  }
}

/** How often to look whether something still waits for a connection, in milliseconds. */
const lookAgainMs = 5

/** A statement that waits for a connection still gets one: a pool that ends would leave it waiting until its time is over. */
async function endPool(pool: Pool): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- nothing says that it is so far
  while (pool.waitingCount > 0) await delay(lookAgainMs)
  await pool.end()
}
