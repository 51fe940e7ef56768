import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { createFairQueue, QueueFullError, type FairQueue, type Lane } from '../../fair-queue.ts'
import { UnreachableDatabaseError } from '../errors.ts'
import type { Migration } from '../migrate.ts'

/** Tables of a server's database, and how this process connects to them. */
export interface PoolOptions {
  readonly url: string
  readonly schema: string
  readonly migrations: readonly Migration[]
  /** Whose a connection is while it is used; absent: the tables have no projects. */
  readonly project: string | undefined
  /** Connections at most, of all projects. */
  readonly connections: number
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
  /**
   * A connection that sees the rows of the project alone. Row-level security goes by a setting of the connection, so that is
   * changed before anything else is asked, and outside of a transaction, which could undo it.
   */
  connect(pool: Pool): Promise<PoolClient>
  /** One user less; the pool ends with the last one. */
  leave(): void
}

interface Entry {
  /** Those of each project; the empty name is of tables without projects. */
  readonly users: Map<string, { readonly lane: Lane; count: number }>
  readonly queue: FairQueue
  opening: Promise<OpenedPool> | undefined
}

/** By their migrations, as they decide which tables are meant, and by everything else. */
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

/** How long a project waits for its turn, in milliseconds: as long as the pool waits for a connection. */
const patienceMs = 5_000

function createEntry(connections: number): Entry {
  const users: Entry['users'] = new Map()
  // What one project's statements hold, however slow they are, leaves some to all others; it has them all where it is alone.
  const kept = () => (users.size > 1 ? Math.ceil(connections * 0.3) : 0)
  const limits = { slots: connections, slotsOfLane: connections, waitingOfLane: Infinity, patienceMs }
  return { users, queue: createFairQueue({ ...limits, kept }), opening: undefined }
}

/** The project whose rows a connection sees at this moment. */
const owners = new WeakMap<PoolClient, string>()
/** Ends the turn in which a connection is used. */
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

/** Waits for a turn. Answers what ends it. */
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

/** Migrates without a limit of time, as it may take long, and without a project. The driver is loaded with the first use. */
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

/** How often to look whether something still waits for a connection, in milliseconds. */
const lookAgainMs = 5

/** A statement that waits for a connection still gets one: a pool that ends would leave it waiting until its time is over. */
async function endPool(pool: Pool, queue: FairQueue): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- nothing says that it is so far
  while (pool.waitingCount + queue.waiting() > 0) await delay(lookAgainMs)
  await pool.end()
}
