import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import type { Database } from '@gatehouse/platform/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectContents } from './copy.ts'
import { openDatabase } from './open.ts'

const skipped = postgresIsMissing() !== undefined
let server: PostgresProcess | undefined
beforeAll(async () => {
  if (!skipped) server = await startPostgres({ fsync: 'off' })
})
afterAll(() => server?.stop())

/** TABLE: the parts that only one of the two has, with the reason. */
const ownOfSqlite: Readonly<Record<string, string>> = {
  flush_marks: 'flushes a transaction that was not to be flushed; PostgreSQL raises the level inside one',
  identity_search_runs: 'the index of runs of letters, of several tables',
  sqlite_sequence: 'SQLite’s own',
}
const ownOfPostgres: Readonly<Record<string, string>> = {
  event_counters: 'gives events their sequence after the commit',
  'events.arrival': 'the same',
  'pending_address_changes.rowid': 'every table of SQLite has one',
}

async function columnsOf(
  database: Database,
  sql: string,
  isOwn: (name: string) => boolean,
): Promise<readonly string[]> {
  const rows = await database.prepare(sql).all()
  const names = rows.map((row) => ({ table: String(row['table_name']), column: String(row['column_name']) }))
  return names
    .filter(({ table, column }) => column !== 'project' && !isOwn(table) && !isOwn(`${table}.${column}`))
    .map(({ table, column }) => `${table}.${column}`)
    .toSorted()
}

test.skipIf(skipped)(
  'both databases have the same tables and columns, but for what is said of one, and all of them are copied',
  async () => {
    const sqlite = openDatabase('memory')
    const postgres = openDatabase(server?.createDatabase() ?? '')
    const onSqlite = await columnsOf(
      sqlite,
      `SELECT t.name AS table_name, c.name AS column_name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
     WHERE t.type = 'table'`,
      (name) => Object.keys(ownOfSqlite).some((own) => name === own || name.startsWith(`${own}_`)),
    )
    const onPostgres = await columnsOf(
      postgres,
      'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()',
      (name) => Object.hasOwn(ownOfPostgres, name),
    )
    expect(onPostgres).toEqual(onSqlite)
    expect(onSqlite.length).toBeGreaterThan(100)
    // Tables that are not copied are filled again on the other side.
    const copied = new Set([
      ...Object.keys(await projectContents(sqlite)),
      'identity_search',
      'identity_search_starts',
      'migrations',
    ])
    expect(onSqlite.filter((column) => !copied.has(column.replace(/\..*/, '')))).toEqual([])
    sqlite.close()
    postgres.close()
  },
)
