import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import { text } from './row.ts'

/** One step of the database's history; immutable once released. */
export interface Migration {
  /** Folder name, `<time>_<what>`: the order is the name's. */
  readonly name: string
  readonly sql: string
}

/** Reads `<folder>/<time>_<what>/up.sql`, oldest first. */
export function readMigrationsOf(folder: string): readonly Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'up.sql'), 'utf8') }))
}

/**
 * Brings a database up to date inside one transaction and returns the names applied now.
 * Throws when a migration that was applied before is missing or has been changed since.
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

/** A row of the table `migrations`. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

/**
 * Those not applied yet. Throws when one that was applied is missing, or has been changed since.
 */
export function pendingMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]))
  for (const { name, checksum: sum } of applied) {
    if (!known.has(name)) {
      throw new Error(`it was made by a newer version, which knows the migration ${name}; this one does not`)
    }
    if (known.get(name) !== sum) {
      throw new Error(`the migration ${name} was changed after it was applied; restore its file`)
    }
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

/** The digest of a migration, the same whatever line ends its file has. */
export function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}
