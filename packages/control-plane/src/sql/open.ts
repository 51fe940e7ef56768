import { fileURLToPath } from 'node:url'

import { openDatabase, readMigrationsOf, type Database, type Migration } from '@gatehouse/platform/database'

import { folded } from './folded.ts'

/** `migrations` stand in for those that come with the control plane. */
export interface OpenOptions {
  readonly migrations?: readonly Migration[]
}

/** Opens (and creates) the database file, or one in memory (`:memory:`). Throws an Error that names the file. */
export function openControlDatabase(file: string, { migrations }: OpenOptions = {}): Database {
  return openDatabase({
    location: file === ':memory:' ? { kind: 'memory' } : { kind: 'file', path: file, readOnly: false, create: true },
    migrations: migrations ?? readMigrations(),
    title: 'The control plane’s database',
    functions: { folded },
  })
}

/** The history of the control plane's database, oldest first. */
export function readMigrations(): readonly Migration[] {
  return readMigrationsOf(fileURLToPath(new URL('./migrations', import.meta.url)))
}
