import { DatabaseError, Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { ConcurrentChangeError, UniqueConflictError } from './conflicts.ts'
import { StaleReferenceError } from './faults.ts'
import type { Migration } from './migrate.ts'
import { migratePostgres } from './postgres-migrate.ts'
import { rowTypes } from './postgres-types.ts'
import type { ReadHandle, Statement, Value } from './statement.ts'
import { createUnitOfWork } from './unit-of-work.ts'
import type { CommitKind, StoreDatabase, Transaction } from './unit-of-work.ts'

/** A PostgreSQL database behind the asynchronous port. */
export interface PostgresStoresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Oldest first. */
  readonly migrations: readonly Migration[]
  /** Connections that read, and as many that write. */
  readonly connections?: number
  /** How long a unit of work may take, in milliseconds. */
  readonly limitMs?: number
  /** How long to wait for a connection, in milliseconds. */
  readonly patienceMs?: number
}

/** Connects and migrates. Rejects with an Error where the server cannot be reached. */
export async function connectPostgresStores(options: PostgresStoresOptions): Promise<StoreDatabase> {
  const { url, migrations, connections = 10, limitMs = 10_000, patienceMs = 10_000 } = options
  const common: PoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMs,
    types: rowTypes,
  }
  // The server ends what the time limit here could not reach: a statement of a process that is gone.
  const limits = { statement_timeout: limitMs, idle_in_transaction_session_timeout: 2 * limitMs }
  const migrator = new Pool({ ...common, max: 1 })
  const writers = new Pool({ ...common, ...limits })
  const readers = new Pool({ ...common, ...limits, options: '-c default_transaction_read_only=on' })
  const pools = [migrator, writers, readers]
  for (const pool of pools) pool.on('error', forgetIdleConnection)
  const end = async (all: readonly Pool[]) => {
    await Promise.all(all.map((pool) => pool.end()))
  }
  try {
    await migratePostgres(migrator, migrations, Date.now())
    await migrator.end()
  } catch (error) {
    await end(pools)
    throw error
  }
  return {
    dialect: 'postgres',
    read: createHandle(readers),
    units: createUnitOfWork({ admit: (_, task) => task(), begin: (kind) => begin(writers, kind), limitMs }),
    close: () => end([writers, readers]),
  }
}

/** The pool drops the connection by itself and makes a new one for the next statement, which reports what is wrong. */
function forgetIdleConnection(): void {}

async function begin(pool: Pool, kind: CommitKind): Promise<Transaction> {
  const client = await pool.connect()
  // One statement more would be one round trip more.
  const start = kind === 'acknowledged' ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off'
  try {
    await client.query(start)
  } catch (error) {
    client.release(true)
    throw typed(error)
  }
  return {
    ...createHandle(client),
    run: async (statement, ...values) => (await query(client, statement, values)).rowCount ?? 0,
    commit: async () => {
      try {
        await client.query('COMMIT')
        client.release()
      } catch (error) {
        client.release(true)
        throw typed(error)
      }
    },
    rollback: async (isStuck) => {
      // Behind a statement that runs still the next one would wait.
      if (isStuck) return client.release(true)
      try {
        await client.query('ROLLBACK')
        client.release()
      } catch {
        // The connection is gone, and its transaction with it.
        client.release(true)
      }
    },
  }
}

function createHandle(target: Pool | PoolClient): ReadHandle {
  return {
    all: async (statement, ...values) => (await query(target, statement, values)).rows,
    first: async (statement, ...values) => (await query(target, statement, values)).rows[0],
  }
}

async function query(target: Pool | PoolClient, { name, sql }: Statement, values: readonly Value[]) {
  try {
    return await target.query<Record<string, unknown>>({ name, text: sql, values: [...values] })
  } catch (error) {
    throw typed(error)
  }
}

/** Codes (SQLSTATE) that callers tell apart. */
const codes = { unique: '23505', reference: '23503', serialization: '40001', deadlock: '40P01' } as const

function typed(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { code, message } = error
  if (code === codes.unique) return new UniqueConflictError(error.table ?? '', { cause: error })
  if (code === codes.reference) return new StaleReferenceError(message, { cause: error })
  const isConcurrent = code === codes.serialization || code === codes.deadlock
  return isConcurrent ? new ConcurrentChangeError(message, { cause: error }) : error
}
