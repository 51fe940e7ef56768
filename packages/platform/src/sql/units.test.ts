import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { detached } from '../detached.ts'
import { ConcurrentChangeError } from './errors.ts'
import { openDatabase } from './sqlite/open.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres/open.ts'
import { afterUnit, unitLimitMs } from './units.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-units-'))
const noPostgres = postgresIsMissing()
let server: PostgresProcess | undefined
beforeAll(async () => {
  if (noPostgres === undefined) server = await startPostgres({ fsync: 'off' })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})
const opened: Database[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const database of opened.splice(0)) database.close()
})

const migrations = (sql: string) => [{ name: '1_rows', sql }]
const kinds = {
  sqlite: () => {
    const path = join(folder, `${Math.random()}.sqlite`)
    const location = { kind: 'file', path, readOnly: false, create: true } as const
    return openDatabase({ location, migrations: migrations('CREATE TABLE rows (value INTEGER) STRICT') })
  },
  postgres: () => {
    const url = server?.createDatabase() ?? ''
    return openPostgres({ url, schema: 'units', migrations: migrations('CREATE TABLE rows (value bigint)') })
  },
} as const

const available: readonly (keyof typeof kinds)[] = noPostgres === undefined ? ['sqlite', 'postgres'] : ['sqlite']

function open(kind: keyof typeof kinds) {
  const database = kinds[kind]()
  opened.push(database)
  const insert = database.prepare('INSERT INTO rows VALUES (?)')
  const select = database.prepare('SELECT value FROM rows ORDER BY value')
  const values = async () => (await select.all()).map(({ value }) => value)
  return { database, insert, values }
}

// Time for others to interfere, if they could: too little of it may hide a fault, and never causes one.
// oxlint-disable-next-line no-restricted-globals -- see above
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 5))

describe.each(available)('on %s', (kind) => {
  test('concurrent units of work run one after another, each completely @units-1', async () => {
    const { database, insert, values } = open(kind)
    const unit = (first: number) =>
      database.write(async () => {
        await insert.run(first)
        await aWhile()
        await insert.run(first + 1)
      })
    await Promise.all([unit(1), unit(3), unit(5)])
    expect(await values()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a statement that fails outside a unit undoes no other; inside a unit statements succeed or fail together', async () => {
    const { database, values } = open(kind)
    const insert = database.prepareWrite('INSERT INTO rows VALUES (?)')
    const all = await Promise.allSettled([insert.run(1), insert.run('no number'), insert.run(2)])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await values()).toEqual([1, 2])
    const undone = database.write(async () => {
      await insert.run(3)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await values()).toEqual([1, 2])
  })

  test('writes of a unit are visible to others once it has ended, and not if it fails @units-2', async () => {
    const { database, insert, values } = open(kind)
    const seen: Record<string, unknown> = {}
    const failing = database.write(async () => {
      await insert.run(1)
      seen.within = await values()
      await aWhile()
      throw new Error('no')
    })
    const beside = values().then((found) => (seen.beside = found))
    await expect(failing).rejects.toThrow('no')
    await beside
    expect(seen).toEqual({ within: [1], beside: [] })
  })

  describe('a statement that writes', () => {
    test('is refused outside a unit', async () => {
      const { insert, values } = open(kind)
      await expect(insert.run(1)).rejects.toThrow('outside a unit of work')
      expect(await values()).toEqual([])
    })

    test('is refused once its unit has ended @units-3', async () => {
      const { database, insert, values } = open(kind)
      let late: Promise<unknown> | undefined
      await database.write(() => {
        // It may be refused before the unit's commit is done.
        late = aWhile()
          .then(() => insert.run(1))
          .catch(String)
      })
      expect(await late).toContain('outside a unit of work')
      expect(await values()).toEqual([])
    })

    test('of work in the background is no part of the unit that started it', async () => {
      const { database, insert, values } = open(kind)
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

  test('concurrent parts of a unit run one after another, and one that fails is undone alone', async () => {
    const { database, insert, values } = open(kind)
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

  test('a unit with a concurrent change is run again, and only once', async () => {
    const { database, insert, values } = open(kind)
    let attempts = 0
    await database.write(async () => {
      attempts += 1
      await insert.run(attempts)
      if (attempts === 1) throw new ConcurrentChangeError('changed meanwhile')
    })
    expect(await values()).toEqual([2])
    const always = database.write(() => {
      throw new ConcurrentChangeError('changed each time')
    })
    await expect(always).rejects.toThrow('changed each time')
  })

  test('a task that waits for the end of a unit runs after its commit', async () => {
    const { database, insert, values } = open(kind)
    let seen: Promise<unknown> | undefined
    await database.write(async () => {
      afterUnit(() => void (seen = detached(values)))
      await database.write(() => insert.run(1))
      expect(seen).toBeUndefined()
    })
    expect(await seen).toEqual([1])
  })

  test('of rows that are read to be changed no change is lost, however many change them at once @units-5', async () => {
    const { database, insert, values } = open(kind)
    await database.write(() => insert.run(0))
    const held = database.prepareHeld('SELECT value FROM rows')
    const update = database.prepare('UPDATE rows SET value = ?')
    const count = () =>
      database.write(async () => {
        const row = await held.get()
        await aWhile()
        await update.run(Number(row?.value) + 1)
      })
    await Promise.all(Array.from({ length: 8 }, count))
    expect(await values()).toEqual([8])
  })
})

// SQLite has one connection; the fake timers would stop the driver of PostgreSQL.
describe('on sqlite alone', () => {
  test('a connection of the same process that has a unit open is waited for, and not by holding everything up', async () => {
    const path = join(folder, `${Math.random()}.sqlite`)
    const location = { kind: 'file', path, readOnly: false, create: true } as const
    const history = migrations('CREATE TABLE rows (value INTEGER) STRICT')
    const open = (isShared: boolean) => openDatabase({ location, migrations: history, isShared })
    const one = open(false)
    // As when a service is opened again while the previous one has a pending unit.
    const other = await one.write(async () => open(true))
    const insert = (database: Database, value: number) =>
      database.write(async () => {
        await database.prepare('INSERT INTO rows VALUES (?)').run(value)
        await aWhile()
      })
    await Promise.all([insert(one, 1), insert(other, 2), insert(one, 3), insert(other, 4)])
    const rows = await one.prepare('SELECT value FROM rows ORDER BY value').all()
    expect(rows.map(({ value }) => value)).toEqual([1, 2, 3, 4])
    one.close()
    other.close()
  })

  test('a waiting reader is not overtaken by later units', async () => {
    const { database, insert, values } = open('sqlite')
    const first = database.write(async () => {
      await insert.run(1)
      await aWhile()
    })
    const reading = values()
    const second = database.write(() => insert.run(2))
    expect(await reading).toEqual([1])
    await Promise.all([first, second])
  })

  test('a unit that takes too long is undone, and the next one runs @units-4', async () => {
    const { database, insert, values } = open('sqlite')
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
})
