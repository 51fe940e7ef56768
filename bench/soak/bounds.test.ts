import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Books } from './books.ts'
import { beyondBounds, tablesOf } from './bounds.ts'
import { startInstallation } from './installation.ts'

const booksOf = (database: DatabaseSync): Books => ({
  kind: 'sqlite',
  rows: async (sql: string) => database.prepare(sql).all(),
  bytes: async () => ({ database: 0, log: 0 }),
  close: async () => database.close(),
})

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
  const tables = ['gatehouse_control.import_pieces']
  const look = () =>
    beyondBounds(booksOf(database), { tables, first: {}, people: { asked: 0, operatorCalls: 0 }, now: Date.now() })
  expect(await look()).toEqual([])
  database.exec(`DELETE FROM gatehouse_control.imports`)
  expect(await look()).toEqual([{ table: tables[0], rows: 2 }])
})

test('the audit log has a row for each call of an operator, and no more @soak-7', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`ATTACH ':memory:' AS gatehouse_control; CREATE TABLE gatehouse_control.audit_log (id INTEGER)`)
  const insert = database.prepare('INSERT INTO gatehouse_control.audit_log (id) VALUES (?)')
  const tables = ['gatehouse_control.audit_log']
  const look = (operatorCalls: number) =>
    beyondBounds(booksOf(database), { tables, first: {}, people: { asked: 0, operatorCalls }, now: Date.now() })
  for (let row = 0; row < 60; row += 1) insert.run(row)
  expect(await look(10)).toEqual([])
  expect(await look(9)).toEqual([{ table: tables[0], rows: 1 }])
})
