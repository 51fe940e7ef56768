import {
  openDatabase as openSqlite,
  openPostgres,
  migrationsIn,
  type Database,
  type Migration,
  type PostgresSnapshot,
  type ReadableDatabase,
} from '@gatehouse/platform/database'
import { listedFactsOfDocument } from '../identities/listed.ts'
import { searchable, wordStartsAsJson } from '../identities/searchable.ts'
import { parseDsn } from './dsn.ts'

/** The options of opening a database. */
export interface OpenOptions {
  /** Relative paths start here. Default: the working directory. */
  readonly baseDir?: string
  /** They replace the service's own. */
  readonly migrations?: readonly Migration[]
  readonly busyTimeoutMs?: number
  /** True if other processes write to a file while this one does. Default: false. */
  readonly isShared?: boolean
  /** The project whose rows of a PostgreSQL database are used. Default: `default`. */
  readonly project?: string
}

/**
 * Opens (and creates) the database of a `dsn`, and migrates it: a file at once, a server's at the first statement or
 * `ready`. Throws an Error with the remedy.
 */
export function openDatabase(dsn: string, options: OpenOptions = {}): Database {
  const { baseDir, busyTimeoutMs, isShared, project = 'default' } = options
  const location = parseDsn(dsn, baseDir)
  const migrations = options.migrations ?? readMigrations(location.kind === 'server' ? 'postgres' : 'sqlite')
  if (location.kind === 'server') {
    return openPostgres({ ...location, schema, project, migrations })
  }
  const functions = { searchable, listed_facts: listedFactsOfDocument, word_starts: wordStartsAsJson }
  return openSqlite({ location, migrations, functions, busyTimeoutMs, isShared })
}

const schema = 'gatehouse_identity'

/** Returns a project in a snapshot of a server's database; undefined: it has no accounts of any project. */
export function projectIn(snapshot: PostgresSnapshot, project: string): Promise<ReadableDatabase | undefined> {
  return snapshot.part({ schema, project, migrations: readMigrations('postgres') })
}

/** The history of the service's database, oldest first. */
export const readMigrations = migrationsIn({
  sqlite: new URL('./migrations', import.meta.url),
  postgres: new URL('./postgres', import.meta.url),
})
