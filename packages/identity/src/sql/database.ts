import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'

import { parseDsn } from './dsn.ts'
import type { DatabaseLocation } from './dsn.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Migration } from './migrate.ts'
import type { Transactions } from './transaction.ts'

/** An open, migrated SQLite database: the one writer of this process. */
export interface Database extends Transactions {
  readonly location: DatabaseLocation
  /** Compiles a statement. Stores do it once, at their creation. */
  prepare(sql: string): StatementSync
  /** True while the file answers. */
  healthy(): boolean
  /** Folds the write-ahead log into the file and closes it. */
  close(): void
}

/** How long to wait for another process that holds the write lock, in milliseconds. */
const busyTimeoutMs = 5_000

export interface DatabaseOptions {
  readonly baseDir?: string
  readonly migrations?: readonly Migration[]
  readonly busyTimeoutMs?: number
}

/** Opens (and creates) the database of a `dsn`, and migrates it. Throws an Error that says what to do. */
export function openDatabase(dsn: string, options: DatabaseOptions = {}): Database {
  const location = parseDsn(dsn, options.baseDir)
  const connection = connect(location)
  try {
    connection.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs ?? busyTimeoutMs}`)
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 1000')
    migrate(connection, options.migrations ?? readMigrations(), Date.now())
  } catch (error) {
    connection.close()
    throw explain(error, location)
  }
  return { location, ...transactions(connection, location), ...plumbing(connection) }
}

function connect(location: DatabaseLocation): DatabaseSync {
  if (location.kind === 'memory') return new DatabaseSync(':memory:')
  try {
    if (location.create) mkdirSync(dirname(location.path), { recursive: true, mode: 0o700 })
    return new DatabaseSync(location.path, { readOnly: location.readOnly })
  } catch (error) {
    throw explain(error, location)
  }
}

function plumbing(connection: DatabaseSync): Pick<Database, 'prepare' | 'healthy' | 'close'> {
  return {
    prepare: (sql) => connection.prepare(sql),
    healthy: () => {
      try {
        return connection.isOpen && connection.prepare('SELECT 1').get() !== undefined
      } catch {
        return false
      }
    },
    close: () => {
      if (connection.isOpen) connection.close()
    },
  }
}

function transactions(connection: DatabaseSync, location: DatabaseLocation): Transactions {
  let depth = 0
  let flushOwed = false
  const flush = connection.prepare('UPDATE flush_marks SET count = count + 1 WHERE id = 0')

  function outermost<T>(durable: boolean, work: () => T): T {
    connection.exec(durable ? 'PRAGMA synchronous = FULL' : 'PRAGMA synchronous = NORMAL')
    flushOwed = false
    try {
      const result = bracket('BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK', work)
      if (flushOwed && !durable) {
        // The level cannot be raised inside a transaction; a second, tiny one syncs the log behind the first.
        connection.exec('PRAGMA synchronous = FULL')
        flush.run()
      }
      return result
    } catch (error) {
      throw explain(error, location)
    }
  }

  function bracket<T>(begin: string, commit: string, rollback: string, work: () => T): T {
    connection.exec(begin)
    depth += 1
    try {
      const result = work()
      if (result instanceof Promise) throw new TypeError('A transaction cannot wait: its work has to be synchronous')
      connection.exec(commit)
      return result
    } catch (error) {
      if (connection.isTransaction) connection.exec(rollback)
      throw error
    } finally {
      depth -= 1
    }
  }

  function run<T>(durable: boolean, work: () => T): T {
    if (depth === 0) return outermost(durable, work)
    flushOwed ||= durable
    const name = `nested_${depth}`
    return bracket(`SAVEPOINT ${name}`, `RELEASE ${name}`, `ROLLBACK TO ${name}; RELEASE ${name}`, work)
  }

  return { write: (work) => run(false, work), durable: (work) => run(true, work) }
}

/** SQLite's primary result codes that people meet, in words. */
const explanations: Readonly<Record<number, string>> = {
  5: 'is locked by another process that writes to it; only one identity service may use a file at a time',
  8: 'is read-only; check the permissions of the file and its folder',
  10: 'cannot be read or written (disk fault)',
  11: 'is damaged; restore a backup',
  13: 'cannot grow: the disk is full',
  14: 'cannot be opened; check the path and its permissions',
  26: 'is no SQLite database',
}

/** A row was to refer to another one that was deleted meanwhile, e.g. a session to its identity. */
export class StaleReferenceError extends Error {}

const foreignKeyViolation = 787

function explain(error: unknown, location: DatabaseLocation): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  if (error.errcode === foreignKeyViolation) return new StaleReferenceError(error.message, { cause: error })
  const what = explanations[error.errcode & 0xff]
  if (what === undefined) return error
  return new Error(`The database ${location.kind === 'file' ? location.path : 'in memory'} ${what}`, { cause: error })
}
