import { expect, test } from 'vitest'

import { openDatabase } from './open.ts'

test('a database that cannot grow is unhealthy until it can again, and keeps its data', async () => {
  const database = openDatabase('memory')
  await database.write(() => database.prepare('CREATE TABLE kept (content BLOB)').run())
  const fill = () => database.write(() => database.prepare('INSERT INTO kept VALUES (zeroblob(100000))').run())
  await fill()
  const { page_count: pages } = (await database.prepare('PRAGMA page_count').get()) ?? {}
  await database.prepare(`PRAGMA max_page_count = ${Number(pages)}`).get()
  expect(await database.healthy()).toBe(true)
  await expect(fill()).rejects.toThrow('the disk is full')
  expect(await database.healthy()).toBe(false)
  expect(await database.prepare('SELECT count(*) AS rows FROM kept').get()).toEqual({ rows: 1 })
  await database.prepare('PRAGMA max_page_count = 100000').get()
  expect(await database.healthy()).toBe(true)
  await fill()
  database.close()
})
