import { fileURLToPath } from 'node:url'

import { openDatabase as open, readMigrationsOf, type Database, type Migration } from '@gatehouse/platform/database'

import { searchable } from '../identities/searchable.ts'
import { parseDsn } from './dsn.ts'

/**
 * Relative paths are seen from `baseDir`; default: the working directory. `migrations` stand in for the service's own.
 */
export interface OpenOptions {
  readonly baseDir?: string
  readonly migrations?: readonly Migration[]
  readonly busyTimeoutMs?: number
  /** Other processes write to it while this one does. Default: no. */
  readonly isShared?: boolean
}

/** Opens (and creates) the database of a `dsn`, and migrates it. Throws an Error that says what to do. */
export function openDatabase(
  dsn: string,
  { baseDir, migrations, busyTimeoutMs, isShared }: OpenOptions = {},
): Database {
  const location = parseDsn(dsn, baseDir)
  const functions = { searchable }
  return open({ location, migrations: migrations ?? readMigrations(), functions, busyTimeoutMs, isShared })
}

/** The history of the service's database, oldest first. */
export function readMigrations(): readonly Migration[] {
  return readMigrationsOf(fileURLToPath(new URL('./migrations', import.meta.url)))
}
