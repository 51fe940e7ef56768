import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { openDatabase, readMigrations } from './open.ts'
import { parseDsn } from './dsn.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'gatehouse-sql-'))
const step = (name: string, sql: string) => ({ name, sql })
const flush = step(
  '1_flush',
  'CREATE TABLE flush_marks (id INTEGER PRIMARY KEY, count INTEGER); CREATE TABLE t (a INTEGER) STRICT',
)

test.each([
  ['memory', { kind: 'memory' }],
  ['sqlite://:memory:?_fk=true', { kind: 'memory' }],
  ['sqlite:///var/lib/db.sqlite?_fk=true&mode=rwc', { kind: 'file', path: '/var/lib/db.sqlite', create: true }],
  ['sqlite://data/db.sqlite', { kind: 'file', path: '/base/data/db.sqlite' }],
  ['sqlite://db.sqlite?mode=ro', { kind: 'file', readOnly: true }],
])('the data source %s is understood', (dsn, location) => {
  expect(parseDsn(dsn, '/base')).toMatchObject(location)
})

test('a data source of another kind is refused, with the kinds to use', () => {
  expect(() => openDatabase('mysql://user:secret@db/kratos')).toThrow('"mysql" is not supported; use "memory", "sqlite')
  expect(() => openDatabase('sqlite://')).toThrow('file name is missing')
})

test('migrations run once, in order, and their history must not change', async () => {
  const dsn = `sqlite://${folder()}/a.sqlite`
  const more = step('2_more', 'ALTER TABLE t ADD COLUMN b INTEGER')
  openDatabase(dsn, { migrations: [flush] }).close()
  openDatabase(dsn, { migrations: [flush, more] }).close()
  const again = openDatabase(dsn, { migrations: [flush, more] })
  expect(await again.prepare('SELECT name FROM migrations ORDER BY name').all()).toEqual([
    { name: '1_flush' },
    { name: '2_more' },
  ])
  again.close()
  expect(() => openDatabase(dsn, { migrations: [flush, step('2_more', 'SELECT 1')] })).toThrow('2_more was changed')
  expect(() => openDatabase(dsn, { migrations: [flush] })).toThrow('newer version')
})

test('a migration that fails leaves the database as it was', () => {
  const dsn = `sqlite://${folder()}/a.sqlite`
  openDatabase(dsn, { migrations: [flush] }).close()
  const broken = step('2_broken', 'CREATE TABLE half (a INTEGER); SELECT * FROM nowhere')
  expect(() => openDatabase(dsn, { migrations: [flush, broken] })).toThrow('nowhere')
  const after = openDatabase(dsn, { migrations: [flush] })
  expect(() => after.prepare('SELECT * FROM half')).toThrow('half')
  after.close()
})

test('every migration of the service has its number and its name', () => {
  const names = readMigrations().map(({ name }) => name)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(name).toMatch(/^\d{14}_[a-z_]+$/)
})

test('a transaction is all or nothing; a nested one that failed takes only its own part back @database-2', async () => {
  const database = openDatabase('memory', { migrations: [flush] })
  const insert = database.prepare('INSERT INTO t (a) VALUES (?)')
  const all = async () => (await database.prepare('SELECT a FROM t').all()).map(({ a }) => a)
  const fail = (value: number) => async () => {
    await insert.run(value)
    throw new Error('no')
  }
  await expect(database.write(fail(1))).rejects.toThrow('no')
  await database.write(async () => {
    await insert.run(2)
    await expect(database.durable(fail(3))).rejects.toThrow('no')
    await database.durable(() => insert.run(4))
  })
  expect(await all()).toEqual([2, 4])
  database.close()
})

test('a file that another process writes to, or that is no database, is refused in plain words', async () => {
  const path = join(folder(), 'a.sqlite')
  const first = openDatabase(`sqlite://${path}`, { migrations: [flush] })
  const second = openDatabase(`sqlite://${path}`, { migrations: [flush], busyTimeoutMs: 20 })
  await first.write(async () => {
    await expect(second.write(() => {})).rejects.toThrow('locked by another process')
  })
  await second.write(() => {})
  second.close()
  first.close()
  const text = join(folder(), 'text.sqlite')
  writeFileSync(text, 'this is not a database, only some text that is long enough')
  expect(() => openDatabase(`sqlite://${text}`)).toThrow('is no SQLite database')
  expect(() => openDatabase('sqlite:///dev/null/place.sqlite')).toThrow()
})

test('an acknowledged write survives a process that is killed in the middle of its work @database-3', async () => {
  const file = join(folder(), 'crash.sqlite')
  const script = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: number[] = []
  const lines = (async () => {
    for await (const chunk of child.stdout) {
      for (const line of String(chunk).split('\n')) if (line !== '') acknowledged.push(Number(line))
      if (acknowledged.length > 200) child.kill('SIGKILL')
    }
  })()
  const [, signal] = await once(child, 'exit')
  await lines
  expect(signal).toBe('SIGKILL')
  const database = openDatabase(`sqlite://${file}`)
  const stored = new Set(
    (await database.prepare('SELECT created_at AS number FROM errors').all()).map(({ number }) => number),
  )
  expect(acknowledged.length).toBeGreaterThan(200)
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
  expect(await database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
})
