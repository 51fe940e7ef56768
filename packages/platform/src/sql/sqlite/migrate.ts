import type { DatabaseSync } from 'node:sqlite'

import { checksum, pendingMigrations, type AppliedMigration, type Migration } from '../migrate.ts'
import { text } from '../row.ts'

/**
 * Migrates a database inside one transaction and returns the names of the applied migrations. Throws if a migration
 * that was applied before is missing or has been changed since.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], now: number): readonly string[] {
  // Another connection of this process may have a transaction open, which could not end while this one waits for it.
  if (isCurrent(database, migrations)) return []
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
    )
    const pending = pendingMigrations(appliedTo(database), migrations)
    const record = database.prepare('INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)')
    for (const migration of pending) {
      database.exec(migration.sql)
      record.run(migration.name, checksum(migration), now)
    }
    database.exec('COMMIT')
    return pending.map(({ name }) => name)
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Reads alone: it waits for no transaction. */
function isCurrent(database: DatabaseSync, migrations: readonly Migration[]): boolean {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'")
  return table.get() !== undefined && pendingMigrations(appliedTo(database), migrations).length === 0
}

function appliedTo(database: DatabaseSync): readonly AppliedMigration[] {
  const rows = database.prepare('SELECT name, checksum FROM migrations').all()
  return rows.map((row) => ({ name: text(row, 'name'), checksum: text(row, 'checksum') }))
}
