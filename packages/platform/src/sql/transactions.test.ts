import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { detached } from '../detached.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { unitLimitMs } from './transactions.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-units-'))
afterAll(() => rmSync(folder, { recursive: true }))
const opened: Database[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const database of opened.splice(0)) database.close()
})

const migrations = [{ name: '1_rows', sql: 'CREATE TABLE rows (value INTEGER) STRICT' }]

function open() {
  const path = join(folder, `${opened.length}-${Math.random()}.sqlite`)
  const database = openDatabase({ location: { kind: 'file', path, readOnly: false, create: true }, migrations })
  opened.push(database)
  const insert = database.prepare('INSERT INTO rows VALUES (?)')
  const select = database.prepare('SELECT value FROM rows ORDER BY rowid')
  const values = async () => (await select.all()).map(({ value }) => value)
  return { database, insert, values }
}

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 5))

test('units of work that are asked for at once come one after another, each whole @units-1', async () => {
  const { database, insert, values } = open()
  const unit = (first: number) =>
    database.write(async () => {
      await insert.run(first)
      await aWhile()
      await insert.run(first + 1)
    })
  await Promise.all([unit(1), unit(3), unit(5)])
  expect(await values()).toEqual([1, 2, 3, 4, 5, 6])
})

test('what a unit has written is seen by others once it has ended, and not if it fails @units-2', async () => {
  const { database, insert, values } = open()
  const seen: unknown[] = []
  const failing = database.write(async () => {
    await insert.run(1)
    seen.push(await values())
    await aWhile()
    throw new Error('no')
  })
  const beside = values().then((found) => seen.push(found))
  await expect(failing).rejects.toThrow('no')
  await beside
  expect(seen).toEqual([[1], []])
})

test('whoever waits to read is not overtaken by units that come later', async () => {
  const { database, insert, values } = open()
  const first = database.write(async () => {
    await insert.run(1)
    await aWhile()
  })
  const reading = values()
  const second = database.write(() => insert.run(2))
  expect(await reading).toEqual([1])
  await Promise.all([first, second])
})

describe('a statement that writes', () => {
  test('is refused outside a unit', async () => {
    const { insert, values } = open()
    await expect(insert.run(1)).rejects.toThrow('outside a unit of work')
    expect(await values()).toEqual([])
  })

  test('is refused once its unit has ended @units-3', async () => {
    const { database, insert, values } = open()
    let late: Promise<unknown> | undefined
    await database.write(() => {
      late = aWhile().then(() => insert.run(1))
    })
    await expect(late).rejects.toThrow('outside a unit of work')
    expect(await values()).toEqual([])
  })

  test('of work in the background is no part of the unit that started it', async () => {
    const { database, insert, values } = open()
    let apart: Promise<unknown> | undefined
    const failing = database.write(async () => {
      apart = detached(() => database.write(() => insert.run(2)))
      await insert.run(1)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await apart
    expect(await values()).toEqual([2])
  })
})

test('parts of a unit that are begun at once come one after another, and one that fails takes itself back alone', async () => {
  const { database, insert, values } = open()
  await database
    .write(async () => {
      const part = (value: number, fails: boolean) =>
        database.durable(async () => {
          await insert.run(value)
          await aWhile()
          if (fails) throw new Error('no')
        })
      await Promise.allSettled([part(1, false), part(2, true), part(3, false)])
    })
    .catch(() => undefined)
  expect(await values()).toEqual([1, 3])
})

test('a unit that takes too long is undone, and the next one goes on @units-4', async () => {
  const { database, insert, values } = open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stuck = database.write(async () => {
    await insert.run(1)
    await new Promise(() => {})
  })
  const outcome = stuck.catch(String)
  await vi.advanceTimersByTimeAsync(unitLimitMs)
  vi.useRealTimers()
  expect(await outcome).toContain('did not end within')
  await database.write(() => insert.run(2))
  expect(await values()).toEqual([2])
})
