import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { postgresIsMissing, startPostgres } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConcurrentChangeError, UniqueConflictError } from './conflicts.ts'
import { StaleReferenceError } from './faults.ts'
import { openPostgresStores } from './open-postgres-stores.ts'
import { openSqliteStores } from './sqlite-stores.ts'
import type { Statement } from './statement.ts'
import { UnitOfWorkTimeoutError } from './time-limit.ts'
import type { StoreDatabase } from './unit-of-work.ts'

const schema = [
  {
    name: '1_people',
    sql: `CREATE TABLE people (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, age BIGINT NOT NULL, traits TEXT);
          CREATE TABLE sessions (id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people)`,
  },
]
const forSqlite = schema.map(({ name, sql }) => ({ name, sql: sql.replaceAll('BIGINT', 'INTEGER') }))

interface Statements {
  readonly add: Statement
  readonly addSession: Statement
  readonly age: Statement
  readonly grow: Statement
}

function statementsOf(mark: (index: number) => string): Statements {
  return {
    add: { name: 'add', sql: `INSERT INTO people (id, email, age) VALUES (${mark(1)}, ${mark(2)}, ${mark(3)})` },
    addSession: { name: 'add_session', sql: `INSERT INTO sessions (id, person) VALUES (${mark(1)}, ${mark(2)})` },
    age: { name: 'age', sql: `SELECT age FROM people WHERE id = ${mark(1)}` },
    grow: { name: 'grow', sql: `UPDATE people SET age = age + 1 WHERE id = ${mark(1)}` },
  }
}

const limitMs = 3_000
const missing = postgresIsMissing()

/** What holds on every database. */
function contract(open: () => Promise<StoreDatabase>, { add, addSession, age, grow }: Statements): void {
  let database: StoreDatabase
  let count = 0
  const person = () => `person-${(count += 1)}`
  const ageOf = async (id: string) => (await database.read.first(age, id))?.['age']
  const store = (id: string, years = 30) =>
    database.units.run('acknowledged', (handle) => handle.run(add, id, `${id}@example.org`, years))
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('shows what was written to others once it is committed', async () => {
    const id = person()
    await database.units.run('acknowledged', async (handle) => {
      expect(await handle.run(add, id, id, 30)).toBe(1)
      expect(await handle.first(age, id)).toEqual({ age: 30 })
      expect(await ageOf(id)).toBeUndefined()
    })
    expect(await ageOf(id)).toBe(30)
  })

  it('undoes everything of work that throws, and goes on', async () => {
    const id = person()
    const work = database.units.run('background', async (handle) => {
      await handle.run(add, id, id, 30)
      throw new RangeError('no')
    })
    await expect(work).rejects.toThrow(RangeError)
    expect(await ageOf(id)).toBeUndefined()
    await store(id)
    expect(await ageOf(id)).toBe(30)
  })

  it('names the table whose unique value is taken', async () => {
    const id = person()
    await store(id)
    const again = database.units.run('background', (handle) => handle.run(add, person(), `${id}@example.org`, 1))
    await expect(again).rejects.toThrow(expect.objectContaining({ table: 'people' }))
    await expect(store(id)).rejects.toThrow(UniqueConflictError)
  })

  it('tells a reference to a row that is gone', async () => {
    const work = database.units.run('background', (handle) => handle.run(addSession, 'one', 'unknown'))
    await expect(work).rejects.toThrow(StaleReferenceError)
  })

  it('reads integers of 64 bits as numbers', async () => {
    const id = person()
    await store(id, 2 ** 52 + 1)
    expect(await ageOf(id)).toBe(2 ** 52 + 1)
  })

  it('refuses to write by the handle for reading', async () => {
    await expect(database.read.all(add, person(), person(), 1)).rejects.toThrow(/read-?\s?only/)
  })

  it('refuses a unit of work inside another one, and a handle whose unit has ended', async () => {
    const work = database.units.run('background', () => database.units.run('background', async () => 1))
    await expect(work).rejects.toThrow(/inside another one/)
    const kept = await database.units.run('background', async (handle) => [handle] as const)
    await expect(kept[0].run(grow, 'x')).rejects.toThrow(/has ended/)
  })

  it('runs work once more after a concurrent change, and no more than once', async () => {
    let tries = 0
    const work = (failures: number) =>
      database.units.run('background', async () => {
        tries += 1
        if (tries <= failures) throw new ConcurrentChangeError('changed meanwhile')
        return tries
      })
    expect(await work(1)).toBe(2)
    tries = 0
    await expect(work(9)).rejects.toThrow(ConcurrentChangeError)
    expect(tries).toBe(2)
  })

  it('loses no change of forty units at once', async () => {
    const id = person()
    await store(id, 0)
    const units = Array.from({ length: 40 }, (_, index) =>
      database.units.run(index % 2 === 0 ? 'acknowledged' : 'background', (handle) => handle.run(grow, id)),
    )
    await Promise.all(units)
    expect(await ageOf(id)).toBe(40)
  })

  it('reads beside a unit of work that takes its time', async () => {
    const id = person()
    await store(id)
    const { promise: goOn, resolve: end } = Promise.withResolvers<void>()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const work = database.units.run('background', async (handle) => {
      await handle.run(grow, id)
      wrote()
      await goOn
    })
    await written
    expect(await ageOf(id)).toBe(30)
    end()
    await work
    expect(await ageOf(id)).toBe(31)
  })

  it('undoes work that never ends, and goes on', async () => {
    const id = person()
    const work = database.units.run('background', async (handle) => {
      await handle.run(add, id, id, 1)
      await new Promise(() => {})
    })
    await expect(work).rejects.toThrow(UnitOfWorkTimeoutError)
    await store(id)
    expect(await ageOf(id)).toBe(30)
  })
}

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stores-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const open = async (name = 'stores') =>
    openSqliteStores({ path: join(folder, `${name}.sqlite`), migrations: forSqlite, limitMs })
  const statements = statementsOf(() => '?')
  contract(() => open(), statements)

  it('waits for the writer of another process without holding the event loop', async () => {
    const [one, other] = [await open('shared'), await open('shared')]
    await one.units.run('background', (handle) => handle.run(statements.add, 'p', 'p', 0))
    const order: string[] = []
    const slow = one.units.run('background', async (handle) => {
      await handle.run(statements.grow, 'p')
      await delay(100)
      order.push('first')
    })
    await delay(20)
    await other.units.run('background', (handle) => handle.run(statements.grow, 'p'))
    order.push('second')
    await slow
    expect(order).toEqual(['first', 'second'])
    expect(await other.read.first(statements.age, 'p')).toEqual({ age: 2 })
    await Promise.all([one.close(), other.close()])
  })
})

describe.skipIf(missing)('PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let url: string
  beforeAll(async () => {
    postgres = await startPostgres({ deadlock_timeout: '50ms' })
    url = postgres.createDatabase()
  })
  afterAll(() => postgres.stop())
  const open = () => openPostgresStores({ url, migrations: schema, limitMs })
  const statements = statementsOf((index) => `$${index}`)
  contract(open, statements)

  it('runs one of two units that wait for each other once more', async () => {
    const database = await open()
    await database.units.run('background', async (handle) => {
      for (const id of ['left', 'right']) await handle.run(statements.add, id, id, 0)
    })
    const both = (first: string, second: string) =>
      database.units.run('background', async (handle) => {
        await handle.run(statements.grow, first)
        await delay(50)
        await handle.run(statements.grow, second)
      })
    await Promise.all([both('left', 'right'), both('right', 'left')])
    expect(await database.read.first(statements.age, 'left')).toEqual({ age: 2 })
    await database.close()
  })

  it('flushes what is acknowledged and only that', async () => {
    const database = await open()
    const show: Statement = { name: 'show', sql: 'SHOW synchronous_commit' }
    const setting = (kind: 'acknowledged' | 'background') => database.units.run(kind, (handle) => handle.first(show))
    expect(await setting('background')).toEqual({ synchronous_commit: 'off' })
    expect(await setting('acknowledged')).toEqual({ synchronous_commit: 'on' })
    await database.close()
  })

  it('migrates once when many processes start at once, and refuses a history that is not its own', async () => {
    const fresh = postgres.createDatabase()
    const all = await Promise.all([1, 2, 3, 4].map(() => openPostgresStores({ url: fresh, migrations: schema })))
    await Promise.all(all.map((database) => database.close()))
    const changed = schema.map((migration) => ({ ...migration, sql: `${migration.sql};` }))
    await expect(openPostgresStores({ url: fresh, migrations: changed })).rejects.toThrow(/was changed after/)
    await expect(openPostgresStores({ url: fresh, migrations: [] })).rejects.toThrow(/newer version/)
  })
})
