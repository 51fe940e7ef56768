import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import { text } from '@gatehouse/platform/row'

/** One step of the database's history; immutable once released. */
export interface Migration {
  /** Folder name, `<time>_<what>`: the order is the name's. */
  readonly name: string
  readonly sql: string
}

const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url))

/** Reads `migrations/<time>_<what>/up.sql`, oldest first. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(ownMigrations)
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(ownMigrations, name, 'up.sql'), 'utf8') }))
}

/** Brings a database up to date in one transaction. Throws when its history is not a beginning of ours. */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], now: number): void {
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
    const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]))
    for (const [name, sum] of applied) {
      if (!known.has(name)) throw new Error(`it was made by a newer version, which knows the migration ${name}`)
      if (known.get(name) !== sum) throw new Error(`the migration ${name} was changed after it was applied`)
    }
    const record = database.prepare('INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)')
    for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
      database.exec(migration.sql)
      record.run(migration.name, checksum(migration), now)
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function checksum({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}
