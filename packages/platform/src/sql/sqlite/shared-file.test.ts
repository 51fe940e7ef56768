import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './open.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0).toReversed()) clean()
})

/** Opens a database that this process shares with another connection, which represents another process. */
function openShared(busyTimeoutMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-shared-'))
  const path = join(folder, 'shared.sqlite')
  const migrations = [{ name: '1_rows', sql: 'CREATE TABLE rows (value INTEGER) STRICT' }]
  const location = { kind: 'file', path, readOnly: false, create: true } as const
  const database = openDatabase({ location, migrations, busyTimeoutMs, isShared: true })
  const other = new DatabaseSync(path)
  cleanups.push(() => rmSync(folder, { recursive: true }))
  cleanups.push(() => database.close())
  cleanups.push(() => other.close())
  const insert = database.prepare('INSERT INTO rows VALUES (1)')
  return { database, other, write: () => database.write(() => insert.run()) }
}

test('a change by another process is seen by the very next look', () => {
  const { database, other } = openShared(1_000)
  const before = database.generation()
  expect(database.generation()).toBe(before)
  other.exec('INSERT INTO rows VALUES (2)')
  expect(database.generation()).not.toBe(before)
})

test('a transaction waits for that of another process, and is refused with a message if it takes too long', async () => {
  const { other, write } = openShared(200)
  other.exec('BEGIN IMMEDIATE')
  await expect(write()).rejects.toThrow(/locked|in use/)
  other.exec('ROLLBACK')
  await write()
})
