import { backup, DatabaseSync } from 'node:sqlite'
import { text, integer } from '@gatehouse/platform/database'
import type { BackupFile } from './manifest.ts'

/** A snapshot of a database at one moment, which later writes do not change. */
export interface HeldDatabase {
  /** Writes a copy of that snapshot as a SQLite file; `say` receives progress lines. */
  copyTo(path: string, say: (line: string) => void): Promise<void>
  release(): void
}

/** The number of pages between two progress lines. */
const pagesAtOnce = 2_000

/**
 * Holds the current contents of a file without blocking writers: a reader of SQLite's write-ahead log sees the state at
 * its begin. Nothing is migrated.
 */
export function holdDatabase(path: string): HeldDatabase {
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    connection.exec('PRAGMA busy_timeout = 5000; BEGIN')
    // The moment is that of the first read.
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    copyTo: async (target, say) => {
      const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
        say(`${totalPages - remainingPages} of ${totalPages} pages`)
      await backup(connection, target, { rate: pagesAtOnce, progress })
      withoutLog(target)
    },
    release: () => connection.close(),
  }
}

/** Turns a copy into one file, without a log beside it. */
export function withoutLog(path: string): void {
  const copy = new DatabaseSync(path)
  copy.exec('PRAGMA journal_mode = DELETE')
  copy.close()
}

/** Returns the contents of a copy that nothing writes to. Throws an Error if SQLite finds it damaged. */
export function contentsOfCopy(path: string): NonNullable<BackupFile['database']> {
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    const state = connection.prepare('PRAGMA quick_check(1)').get() ?? {}
    if (state['quick_check'] !== 'ok') throw new Error(String(state['quick_check']))
    const tables = connection
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all()
      .map((row) => text(row, 'name'))
    const count = (table: string) =>
      integer(connection.prepare(`SELECT count(*) AS rows FROM "${table.replaceAll('"', '""')}"`).get() ?? {}, 'rows')
    const migrations = tables.includes('migrations')
      ? connection.prepare('SELECT name FROM migrations ORDER BY name').all()
      : []
    return {
      migrations: migrations.map((row) => text(row, 'name')),
      rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
    }
  } finally {
    connection.close()
  }
}
