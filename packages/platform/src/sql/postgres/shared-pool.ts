import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { createFairQueue, QueueFullError, type FairQueue, type Lane } from '../../fair-queue.ts'
import { UnreachableDatabaseError } from '../errors.ts'
import type { Migration } from '../migrate.ts'

/** Tables of a server's database, and the options of this process's connections to them. */
export interface PoolOptions {
  readonly url: string
  readonly schema: string
  readonly migrations: readonly Migration[]
  /** The project that a connection serves while it is used; absent: the tables have no projects. */
  readonly project: string | undefined
  /** The maximum number of connections, of all projects. */
  readonly connections: number
  /** The initial settings of each connection. */
  readonly config: PoolConfig
}

/** A pool with migrated tables. */
export interface OpenedPool {
  readonly pool: Pool
  /** The default flush level of the server, or of this role. */
  readonly syncLevel: string
}

/** The connections of this process to some tables, for all code that uses them. */
export interface SharedPool {
  /** Migrates the tables and returns the pool. Rejects if that fails; the next call tries again. */
  opened(): Promise<OpenedPool>
  /**
   * Returns a connection that only sees the rows of the project. Row-level security depends on a setting of the
   * connection, which is changed before any other statement, and outside of a transaction, which could undo it.
   */
  connect(pool: Pool): Promise<PoolClient>
  /** Removes one user; the pool ends with the last one. */
  leave(): void
}

interface Entry {
  /** The users of each project; the empty name is for tables without projects. */
  readonly users: Map<string, { readonly lane: Lane; count: number }>
  readonly queue: FairQueue
  opening: Promise<OpenedPool> | undefined
}

/** By their migrations, which identify the tables, and by all other options. */
const entries = new WeakMap<readonly Migration[], Map<string, Entry>>()

/**
 * The pool for some tables. All projects of a process share it: with one for each, a hundred projects would need more
 * connections than a server has, and the start of each would wait for its own.
 */
export function sharePool(options: PoolOptions): SharedPool {
  const { url, schema, migrations, project, connections, config } = options
  const key = JSON.stringify([url, schema, project !== undefined, connections, config])
  const ofTables = entries.get(migrations) ?? new Map<string, Entry>()
  entries.set(migrations, ofTables)
  const entry = ofTables.get(key) ?? createEntry(connections)
  ofTables.set(key, entry)
  const name = project ?? ''
  const user = entry.users.get(name) ?? { lane: entry.queue.lane(), count: 0 }
  entry.users.set(name, user)
  user.count += 1
  return {
    async opened() {
      const opening = (entry.opening ??= open(options, entry.queue))
      try {
        return await opening
      } catch (error) {
        if (entry.opening === opening) entry.opening = undefined
        throw error
      }
    },
    connect: (pool) => connectInTurn(pool, user.lane, project),
    leave() {
      user.count -= 1
      if (user.count === 0) entry.users.delete(name)
      if (entry.users.size > 0) return
      ofTables.delete(key)
      void entry.opening?.then(({ pool }) => endPool(pool, entry.queue)).catch(() => undefined)
    },
  }
}

/** The maximum wait of a project for its turn, in milliseconds: as long as the pool waits for a connection. */
const timeoutMs = 5_000

function createEntry(connections: number): Entry {
  const users: Entry['users'] = new Map()
  // One project's slow statements leave some connections to all others; a project that is alone may use them all.
  const kept = () => (users.size > 1 ? Math.ceil(connections * 0.3) : 0)
  const limits = { slots: connections, slotsOfLane: connections, waitingOfLane: Infinity, timeoutMs }
  return { users, queue: createFairQueue({ ...limits, kept }), opening: undefined }
}

/** The project whose rows a connection sees at this moment. */
const owners = new WeakMap<PoolClient, string>()
/** The function that ends a connection's turn. */
const turnEnds = new WeakMap<PoolClient, () => void>()

async function connectInTurn(pool: Pool, lane: Lane, project: string | undefined): Promise<PoolClient> {
  const end = await turnOf(lane)
  const client = await pool.connect().catch((error: unknown) => {
    end()
    throw error
  })
  turnEnds.set(client, end)
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

/** Waits for a turn. Returns the function that ends it. */
async function turnOf(lane: Lane): Promise<() => void> {
  const [turn, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  lane(() => {
    turn.resolve()
    return over.promise
  }).catch(turn.reject)
  try {
    await turn.promise
    return over.resolve
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    throw new UnreachableDatabaseError('The database does not answer: the connections of the project are all in use', {
      cause: error,
    })
  }
}

/**
 * Migrates without a time limit, as it may take long, and without a project. The driver is loaded with the first use.
 */
async function open({ url, schema, migrations, config }: PoolOptions, queue: FairQueue): Promise<OpenedPool> {
  const [{ openPool }, { migratePostgres }] = await Promise.all([import('./pool.ts'), import('./migrate.ts')])
  const migrator = openPool({ connectionString: url, max: 1 })
  try {
    await migratePostgres(migrator, schema, migrations, Date.now())
    const { rows } = await migrator.query<{ level: string }>("SELECT current_setting('synchronous_commit') AS level")
    const pool = openPool(config, () => queue.waiting())
    pool.on('release', (_error, client) => turnEnds.get(client)?.())
    return { pool, syncLevel: rows[0]?.level ?? 'on' }
  } finally {
    await migrator.end()
  }
}

/** The interval at which the end of the pool checks for waiting tasks, in milliseconds. */
const lookAgainMs = 5

/** Waits until every waiting statement has a connection: a pool that ends would let it wait until its timeout. */
async function endPool(pool: Pool, queue: FairQueue): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- no event reports it
  while (pool.waitingCount + queue.waiting() > 0) await delay(lookAgainMs)
  await pool.end()
}
