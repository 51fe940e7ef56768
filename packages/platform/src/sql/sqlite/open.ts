import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

import { createStorageWatch, growAndShrink } from '../../storage.ts'
import type { Database } from '../database.ts'
import { explained } from './faults.ts'
import { migrate } from './migrate.ts'
import type { Migration } from '../migrate.ts'
import type { PreparedStatement, Value, Values } from '../prepared.ts'
import { createSqliteUnits } from './units.ts'
import { createWriteLock } from './write-lock.ts'

/** The location of a database. */
export type DatabaseLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly path: string; readonly readOnly: boolean; readonly create: boolean }

/** The maximum wait for another process that holds the write lock, in milliseconds. */
const usualBusyTimeoutMs = 5_000

/** The database to open, and its migrations. */
export interface DatabaseOptions {
  readonly location: DatabaseLocation
  /** Oldest first. */
  readonly migrations: readonly Migration[]
  /** The database's name in error texts. Default: `The database`. */
  readonly title?: string | undefined
  readonly busyTimeoutMs?: number | undefined
  /** Functions of texts for statements and indexes, by their names; they are deterministic. */
  readonly functions?: Readonly<Record<string, (text: string) => string>>
  /** Whether other processes write to it concurrently. Default: no. */
  readonly isShared?: boolean | undefined
}

/** Opens (and creates) a SQLite database, and migrates it. Throws an Error with its name and the fix. */
export function openDatabase(options: DatabaseOptions): Database {
  const {
    location,
    migrations,
    title = 'The database',
    busyTimeoutMs = usualBusyTimeoutMs,
    functions = {},
    isShared = false,
  } = options
  const named = `${title} ${location.kind === 'file' ? location.path : 'in memory'}`
  let connection: DatabaseSync | undefined
  try {
    connection = connect(location)
    connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 1000')
    for (const [name, work] of Object.entries(functions)) {
      connection.function(name, { deterministic: true, directOnly: true }, (text) => work(String(text)))
    }
    migrate(connection, migrations, Date.now())
  } catch (error) {
    connection?.close()
    const known = explained(error, named)
    if (known !== error || !(error instanceof Error)) throw known
    throw new Error(`${named} cannot be used: ${error.message}`, { cause: error })
  }
  return databaseOf(connection, location, named, { timeoutMs: busyTimeoutMs, isShared })
}

function connect(location: DatabaseLocation): DatabaseSync {
  if (location.kind === 'memory') return new DatabaseSync(':memory:')
  if (location.create) mkdirSync(dirname(location.path), { recursive: true, mode: 0o700 })
  return new DatabaseSync(location.path, { readOnly: location.readOnly })
}

function databaseOf(
  connection: DatabaseSync,
  location: DatabaseLocation,
  named: string,
  locking: { readonly timeoutMs: number; readonly isShared: boolean },
): Database {
  const storage = createStorageWatch(location.kind === 'file' ? location.path : undefined, () => grow(connection))
  const units = createSqliteUnits({
    connection,
    storage,
    explain: (error) => explained(error, named),
    lock: createWriteLock(connection, locking),
    isShared: locking.isShared,
  })
  const changesOf = (compiled: StatementSync, values: Values) =>
    Number(compiled.run(...(values as readonly Value[])).changes)
  function prepare(sql: string): PreparedStatement {
    const compiled = connection.prepare(sql)
    return {
      all: (...values) => units.run(() => compiled.all(...(values as readonly Value[]))),
      get: (...values) => units.run(() => compiled.get(...(values as readonly Value[]))),
      run: (...values) => units.change(() => changesOf(compiled, values)),
    }
  }
  const condition: Database['condition'] = async () => {
    try {
      if (!connection.isOpen || connection.prepare('SELECT 1').get() === undefined) return 'unreachable'
      return storage.hasSpace() ? 'sound' : 'full'
    } catch {
      return 'unreachable'
    }
  }
  return {
    dialect: 'sqlite',
    prepareHeld: prepare,
    prepareWrite: (sql) => {
      const compiled = connection.prepare(sql)
      return { run: (...values) => units.changeAlone(() => changesOf(compiled, values)) }
    },
    write: units.write,
    durable: units.durable,
    amend: units.amend,
    generation: units.generation,
    prepare,
    ready: async () => {},
    location: async () => {
      const path = connection.location()
      return path === null ? { kind: 'memory' } : { kind: 'file', path }
    },
    condition,
    healthy: async () => (await condition()) === 'sound',
    close: () => {
      if (connection.isOpen) connection.close()
    },
  }
}

function grow(connection: DatabaseSync): void {
  try {
    connection.exec(growAndShrink)
  } finally {
    if (connection.isTransaction) connection.exec('ROLLBACK')
  }
}
