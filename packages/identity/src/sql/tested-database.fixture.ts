import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@gatehouse/platform/database'
import { openDatabase } from './open.ts'

/** The address of a PostgreSQL database for the tests of this package; without it they run on SQLite. */
const server = process.env['GATEHOUSE_TESTED_DATABASE']

/** Opens an empty database: one in memory, or a separate project on the server that is tested. */
export function openTested(dsn = 'memory'): Database {
  if (dsn !== 'memory' || server === undefined) return openDatabase(dsn)
  return openDatabase(`${server}?max_conns=4`, { project: randomUUID() })
}

/** Opens the same empty database twice, as two processes do: a file, or a separate project on the tested server. */
export function openTestedTwice(): readonly [Database, Database] {
  const file = `sqlite://${join(mkdtempSync(join(tmpdir(), 'gatehouse-shared-')), 'identity.sqlite')}`
  const project = randomUUID()
  const open = () => openDatabase(server === undefined ? file : `${server}?max_conns=4`, { isShared: true, project })
  return [open(), open()]
}
