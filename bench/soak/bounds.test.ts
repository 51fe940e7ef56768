import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { beyondBounds, tablesOf } from './bounds.ts'
import { startInstallation } from './installation.ts'

test.for(['sqlite', 'postgres'] as const)(
  'each table of an installation on %s has a bound @soak-6',
  async (database) => {
    const installation = await startInstallation({ database, days: 1 }, 'tested')
    try {
      // Throws if there is one without.
      expect((await tablesOf(installation.books)).length).toBeGreaterThan(30)
    } finally {
      await installation.stop()
    }
  },
)

test('pieces of an import that is gone are beyond their bound @soak-5', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`ATTACH ':memory:' AS gatehouse_control;
    CREATE TABLE gatehouse_control.imports (id TEXT);
    CREATE TABLE gatehouse_control.import_pieces (import_id TEXT, position INTEGER);
    INSERT INTO gatehouse_control.imports VALUES ('kept');
    INSERT INTO gatehouse_control.import_pieces VALUES ('kept', 0), ('kept', 1)`)
  const books = {
    kind: 'sqlite',
    rows: async (sql: string) => database.prepare(sql).all(),
    bytes: async () => ({ database: 0, log: 0 }),
    close: async () => database.close(),
  } as const
  const tables = ['gatehouse_control.import_pieces']
  const look = () => beyondBounds(books, { tables, first: {}, people: 0, now: Date.now() })
  expect(await look()).toEqual([])
  database.exec(`DELETE FROM gatehouse_control.imports`)
  expect(await look()).toEqual([{ table: tables[0], rows: 2 }])
})
