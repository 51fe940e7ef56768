import {
  openDatabase,
  openPostgres,
  migrationsIn,
  type Database,
  type Migration,
  type PostgresSnapshot,
  type ReadableDatabase,
} from '@gatehouse/platform/database'

import { folded } from './folded.ts'

/** The options of opening a database. */
export interface OpenOptions {
  /** Migrations that replace those of the control plane. */
  readonly migrations?: readonly Migration[]
  /** The PostgreSQL schema. Default: `gatehouse_control`. */
  readonly schema?: string
}

/**
 * Opens (and creates) the database: a file, one in memory (`:memory:`), or that of a server (`postgres://…`), which connects
 * with its first statement or `ready`. Throws an Error that names the file.
 */
export function openControlDatabase(location: string, options: OpenOptions = {}): Database {
  if (/^postgres(?:ql)?:/.test(location)) {
    const migrations = options.migrations ?? readMigrations('postgres')
    const { schema = usualSchema } = options
    return openPostgres({ url: location, schema, migrations, isSerial: true })
  }
  return openDatabase({
    location:
      location === ':memory:' ? { kind: 'memory' } : { kind: 'file', path: location, readOnly: false, create: true },
    migrations: options.migrations ?? readMigrations('sqlite'),
    title: 'The control plane’s database',
    functions: { folded },
  })
}

const usualSchema = 'gatehouse_control'

/** Opens the control plane in a snapshot of a server's database; undefined: there is none. */
export function controlPlaneIn(snapshot: PostgresSnapshot): Promise<ReadableDatabase | undefined> {
  return snapshot.part({ schema: usualSchema, migrations: readMigrations('postgres') })
}

/** The history of the control plane's database, oldest first. */
export const readMigrations = migrationsIn({
  sqlite: new URL('./migrations', import.meta.url),
  postgres: new URL('./postgres', import.meta.url),
})
