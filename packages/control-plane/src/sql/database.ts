import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'

import { createStorageWatch, growAndShrink } from '@gatehouse/platform/storage'

import { folded } from './folded.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Migration } from './migrate.ts'

/** The control plane's open, migrated SQLite database: the one writer of this process. */
export interface ControlDatabase {
  /** Compiles a statement. Stores do it once, at their creation. */
  prepare(sql: string): StatementSync
  /** All or nothing, and on the disk before it returns. Nested calls join the outer transaction. */
  transaction<T>(work: () => T): T
  healthy(): boolean
  close(): void
}

/** `migrations` stand in for those that come with the control plane. */
export interface ControlDatabaseOptions {
  readonly migrations?: readonly Migration[]
}

/** Opens (and creates) the database file, or one in memory (`:memory:`). Throws an Error that names the file. */
export function openControlDatabase(file: string, options: ControlDatabaseOptions = {}): ControlDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file)
    connection.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY')
    connection.function('folded', { deterministic: true, directOnly: true }, (text) => folded(String(text)))
    migrate(connection, options.migrations ?? readMigrations(), Date.now())
  } catch (cause) {
    connection?.close()
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The control plane's database ${file} cannot be used: ${why}`, { cause })
  }
  return databaseOf(connection, file === ':memory:' ? undefined : file)
}

function databaseOf(connection: DatabaseSync, file: string | undefined): ControlDatabase {
  const storage = createStorageWatch(file, () => {
    try {
      connection.exec(growAndShrink)
    } finally {
      if (connection.isTransaction) connection.exec('ROLLBACK')
    }
  })
  return {
    prepare: (sql) => connection.prepare(sql),
    transaction: (work) => {
      if (connection.isTransaction) return work()
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        if (result instanceof Promise) throw new TypeError('A transaction cannot wait: its work has to be synchronous')
        connection.exec('COMMIT')
        return result
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK')
        storage.note(error)
        throw error
      }
    },
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
