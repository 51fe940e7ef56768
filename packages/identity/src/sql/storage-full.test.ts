import { expect, test } from 'vitest'

import { openDatabase } from './open.ts'

test('a database that cannot grow is unhealthy until it can again, and keeps what it has', () => {
  const database = openDatabase('memory')
  database.write(() => database.prepare('CREATE TABLE kept (content BLOB)').run())
  const fill = () => database.write(() => database.prepare('INSERT INTO kept VALUES (zeroblob(100000))').run())
  fill()
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {}
  database.prepare(`PRAGMA max_page_count = ${Number(pages)}`).get()
  expect(database.healthy()).toBe(true)
  expect(fill).toThrow('the disk is full')
  expect(database.healthy()).toBe(false)
  expect(database.prepare('SELECT count(*) AS rows FROM kept').get()).toEqual({ rows: 1 })
  database.prepare('PRAGMA max_page_count = 100000').get()
  expect(database.healthy()).toBe(true)
  fill()
  database.close()
})
