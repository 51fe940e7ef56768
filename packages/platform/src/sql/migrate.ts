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
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
    )
    const applied = new Map(
      database
        .prepare('SELECT name, checksum FROM migrations')
        .all()
        .map((row) => [text(row, 'name'), text(row, 'checksum')]),
    )
    refuseForeignHistory(applied, migrations)
    const pending = migrations.filter(({ name }) => !applied.has(name))
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

function refuseForeignHistory(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]))
  for (const [name, sum] of applied) {
    if (!known.has(name)) {
      throw new Error(`it was made by a newer version, which knows the migration ${name}; this one does not`)
    }
    if (known.get(name) !== sum) {
      throw new Error(`the migration ${name} was changed after it was applied; restore its file`)
    }
  }
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}
