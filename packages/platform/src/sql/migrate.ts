import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from './database.ts'

/** One step of the database's history; immutable once released. */
export interface Migration {
  /** Folder name, `<time>_<what>`: migrations run in the order of their names. */
  readonly name: string
  readonly sql: string
}

/**
 * Reads the history of a database of either kind, oldest first: `<folder>/<time>_<what>/up.sql`. SQLite's by default.
 * The files are read once, as each project asks for them.
 */
export function migrationsIn(
  folders: Readonly<Record<Database['dialect'], URL>>,
): (dialect?: Database['dialect']) => readonly Migration[] {
  const known: Partial<Record<Database['dialect'], readonly Migration[]>> = {}
  return (dialect = 'sqlite') => (known[dialect] ??= readFolder(fileURLToPath(folders[dialect])))
}

function readFolder(folder: string): readonly Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'up.sql'), 'utf8') }))
}

/** A row of the table `migrations`. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

/** Returns the migrations that are not applied yet. Throws if an applied one is missing, or has been changed since. */
export function pendingMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]))
  for (const { name, checksum: sum } of applied) {
    if (!known.has(name)) {
      throw new Error(
        `it was brought up to a newer version, which knows the migration ${name}; this one does not, and cannot go back. Start that version or a newer one, or restore a backup of before the upgrade`,
      )
    }
    if (known.get(name) !== sum) {
      throw new Error(`the migration ${name} was changed after it was applied; restore its file`)
    }
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

/** Returns the digest of a migration, which does not depend on its file's line ends. */
export function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}
