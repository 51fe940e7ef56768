import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

import { openDatabase } from './open.ts'
import { remembered } from './remembered.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-remembered-'))
const path = join(folder, 'rows.sqlite')
const database = openDatabase(`sqlite://${path}`)
await database.write(() =>
  database.prepare('CREATE TABLE IF NOT EXISTS things (name TEXT PRIMARY KEY, value TEXT)').run(),
)
const put = database.prepare('INSERT INTO things VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
const get = database.prepare('SELECT value FROM things WHERE name = ?')

let reads = 0
const find = remembered(
  database,
  async (name: string) => {
    reads += 1
    const row = await get.get(name)
    return row && { value: row.value }
  },
  2,
)

afterEach(() => {
  reads = 0
})

test('a second look costs no read and gives the same object', async () => {
  await database.amend(() => put.run('a', '1'))
  expect(await find('a')).toBe(await find('a'))
  expect(reads).toBe(1)
})

test('a change is seen at once @remembered-1', async () => {
  await database.amend(() => put.run('a', '2'))
  expect(await find('a')).toEqual({ value: '2' })
  await database.amend(() => put.run('a', '3'))
  expect(await find('a')).toEqual({ value: '3' })
})

test('a missing row is looked up each time, so a new row needs no notice', async () => {
  expect(await find('new')).toBeUndefined()
  await database.durable(() => put.run('new', '1'))
  expect(await find('new')).toEqual({ value: '1' })
})

test('reads in a transaction are not cached, for it may be rolled back', async () => {
  await database.amend(() => put.run('a', 'kept'))
  const undone = () =>
    database.amend(async () => {
      await put.run('a', 'undone')
      expect(await find('a')).toEqual({ value: 'undone' })
      throw new Error('no')
    })
  await expect(undone()).rejects.toThrow('no')
  expect(await find('a')).toEqual({ value: 'kept' })
})

test('a change inside a larger transaction counts once that is through', async () => {
  await database.amend(() => put.run('a', 'before'))
  await find('a')
  await database.durable(() => database.amend(() => put.run('a', 'after')))
  expect(await find('a')).toEqual({ value: 'after' })
})

test('only so many are remembered', async () => {
  for (const name of ['a', 'b', 'c']) await database.amend(() => put.run(name, name))
  for (const name of ['a', 'b', 'c', 'a']) await find(name)
  expect(reads).toBe(4)
})

test('a write of another process is noticed a moment later', async () => {
  await database.amend(() => put.run('a', 'ours'))
  expect(await find('a')).toEqual({ value: 'ours' })
  const other = new DatabaseSync(path)
  other.exec("UPDATE things SET value = 'theirs' WHERE name = 'a'")
  other.close()
  await expect.poll(() => find('a')).toEqual({ value: 'theirs' })
  database.close()
  rmSync(folder, { recursive: true })
})
