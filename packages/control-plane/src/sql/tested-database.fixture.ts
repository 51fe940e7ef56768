import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '@gatehouse/platform/database'
import { openControlDatabase } from './open.ts'

/** The address of a PostgreSQL database on which the tests of this package run; without it they run on SQLite. */
const server = process.env['GATEHOUSE_TESTED_DATABASE']

/** Whether tests run on PostgreSQL. */
export const isOnPostgres = server !== undefined

/** The database of a file, or one in memory (`:memory:`): on a server a schema of its own, the same for the same file. */
export function openTested(file: string): Database {
  if (server === undefined) return openControlDatabase(file)
  const name = file === ':memory:' ? randomUUID() : createHash('sha256').update(file).digest('hex').slice(0, 32)
  return openControlDatabase(`${server}?max_conns=3`, { schema: `tested_${name}` })
}
