import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

import { openDatabase } from './open.ts'
import { remembered } from './remembered.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-remembered-'))
const path = join(folder, 'rows.sqlite')
const database = openDatabase(`sqlite://${path}`)
database.write(() => database.prepare('CREATE TABLE IF NOT EXISTS things (name TEXT PRIMARY KEY, value TEXT)').run())
const put = database.prepare('INSERT INTO things VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
const get = database.prepare('SELECT value FROM things WHERE name = ?')

let reads = 0
const find = remembered(
  database,
  (name: string) => {
    reads += 1
    const row = get.get(name)
    return row && { value: row.value }
  },
  2,
)

afterEach(() => {
  reads = 0
})

test('a second look costs no read and gives the same object', () => {
  database.amend(() => put.run('a', '1'))
  expect(find('a')).toBe(find('a'))
  expect(reads).toBe(1)
})

test('a change is seen at once @remembered-1', () => {
  database.amend(() => put.run('a', '2'))
  expect(find('a')).toEqual({ value: '2' })
  database.amend(() => put.run('a', '3'))
  expect(find('a')).toEqual({ value: '3' })
})

test('what is not there is looked for each time, so a new row needs no word', () => {
  expect(find('new')).toBeUndefined()
  database.durable(() => put.run('new', '1'))
  expect(find('new')).toEqual({ value: '1' })
})

test('what a transaction sees is not remembered, for it may be rolled back', () => {
  database.amend(() => put.run('a', 'kept'))
  const undone = () =>
    database.amend(() => {
      put.run('a', 'undone')
      expect(find('a')).toEqual({ value: 'undone' })
      throw new Error('no')
    })
  expect(undone).toThrow('no')
  expect(find('a')).toEqual({ value: 'kept' })
})

test('a change inside a larger transaction counts once that is through', () => {
  database.amend(() => put.run('a', 'before'))
  find('a')
  database.durable(() => database.amend(() => put.run('a', 'after')))
  expect(find('a')).toEqual({ value: 'after' })
})

test('only so many are remembered', () => {
  for (const name of ['a', 'b', 'c']) database.amend(() => put.run(name, name))
  for (const name of ['a', 'b', 'c', 'a']) find(name)
  expect(reads).toBe(4)
})

test('what another process writes is noticed a moment later', async () => {
  database.amend(() => put.run('a', 'ours'))
  expect(find('a')).toEqual({ value: 'ours' })
  const other = new DatabaseSync(path)
  other.exec("UPDATE things SET value = 'theirs' WHERE name = 'a'")
  other.close()
  await wait(150)
  expect(find('a')).toEqual({ value: 'theirs' })
  database.close()
  rmSync(folder, { recursive: true })
})
