import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'

import { createStorageWatch, growAndShrink } from '@gatehouse/platform/storage'
import type { StorageWatch } from '@gatehouse/platform/storage'

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
  /**
   * A number that is another one once rows that were there before have changed; `undefined` inside a transaction, whose
   * rows may never come to be. What another process changed is noticed within `foreignChangesMs`.
   */
  generation(): number | undefined
  /** True while the file answers. */
  healthy(): boolean
  /** Folds the write-ahead log into the file and closes it. */
  close(): void
}

/** How long to wait for another process that holds the write lock, in milliseconds. */
const busyTimeoutMs = 5_000

/**
 * How often to look whether another process wrote to the file, in milliseconds. None should while this one runs, and
 * asking the file each time would cost more than most reads.
 */
const foreignChangesMs = 100

/**
 * Relative paths are seen from `baseDir`; default: the working directory. `migrations` stand in for the service's own.
 */
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
  const storage = createStorageWatch(location.kind === 'file' ? location.path : undefined, () => grow(connection))
  return { location, ...transactions(connection, location, storage), ...plumbing(connection, storage) }
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

function grow(connection: DatabaseSync): void {
  try {
    connection.exec(growAndShrink)
  } finally {
    if (connection.isTransaction) connection.exec('ROLLBACK')
  }
}

function plumbing(connection: DatabaseSync, storage: StorageWatch): Pick<Database, 'prepare' | 'healthy' | 'close'> {
  return {
    prepare: (sql) => connection.prepare(sql),
    healthy: () => {
      try {
        return connection.isOpen && connection.prepare('SELECT 1').get() !== undefined && storage.hasRoom()
      } catch {
        return false
      }
    },
    close: () => {
      if (connection.isOpen) connection.close()
    },
  }
}

interface Bracket {
  readonly begin: StatementSync
  readonly commit: StatementSync
  readonly rollback: readonly StatementSync[]
}

function transactions(
  connection: DatabaseSync,
  location: DatabaseLocation,
  storage: StorageWatch,
): Transactions & Pick<Database, 'generation'> {
  let depth = 0
  let flushOwed = false
  let amended = false
  let generation = 0
  let foreignVersion: unknown
  let nextLook = 0
  // Changes when another connection commits, and only then.
  const dataVersion = connection.prepare('PRAGMA data_version')
  const prepare = (sql: string) => connection.prepare(sql)
  const whole = { begin: prepare('BEGIN IMMEDIATE'), commit: prepare('COMMIT'), rollback: [prepare('ROLLBACK')] }
  const nested: Bracket[] = []
  function nestedBracket(level: number): Bracket {
    const name = `nested_${level}`
    const release = prepare(`RELEASE ${name}`)
    return { begin: prepare(`SAVEPOINT ${name}`), commit: release, rollback: [prepare(`ROLLBACK TO ${name}`), release] }
  }
  const flush = connection.prepare('UPDATE flush_marks SET count = count + 1 WHERE id = 0')

  let level: 'FULL' | 'NORMAL' | undefined
  function syncAt(wanted: 'FULL' | 'NORMAL'): void {
    if (level !== wanted) connection.exec(`PRAGMA synchronous = ${wanted}`)
    level = wanted
  }

  function outermost<T>(durable: boolean, work: () => T): T {
    syncAt(durable ? 'FULL' : 'NORMAL')
    flushOwed = false
    try {
      const result = bracket(whole, work)
      if (flushOwed && !durable) {
        // The level cannot be raised inside a transaction; a second, tiny one syncs the log behind the first.
        syncAt('FULL')
        flush.run()
      }
      return result
    } catch (error) {
      storage.note(error)
      throw explain(error, location)
    } finally {
      if (amended) generation += 1
      amended = false
    }
  }

  function bracket<T>({ begin, commit, rollback }: Bracket, work: () => T): T {
    begin.run()
    depth += 1
    try {
      const result = work()
      if (result instanceof Promise) throw new TypeError('A transaction cannot wait: its work has to be synchronous')
      commit.run()
      return result
    } catch (error) {
      if (connection.isTransaction) for (const step of rollback) step.run()
      throw error
    } finally {
      depth -= 1
    }
  }

  function run<T>(durable: boolean, work: () => T): T {
    if (depth === 0) return outermost(durable, work)
    flushOwed ||= durable
    return bracket((nested[depth] ??= nestedBracket(depth)), work)
  }

  return {
    write: (work) => run(false, work),
    durable: (work) => run(true, work),
    amend: (work) =>
      run(true, () => {
        amended = true
        return work()
      }),
    generation: () => {
      if (depth > 0) return undefined
      const now = performance.now()
      if (now < nextLook) return generation
      nextLook = now + foreignChangesMs
      const version = dataVersion.get()?.data_version
      if (version !== foreignVersion) generation += 1
      foreignVersion = version
      return generation
    },
  }
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
