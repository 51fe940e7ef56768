import type { Database } from '@gatehouse/platform/database'
import { afterEach, describe, expect, test } from 'vitest'
import { createHarness, goodPassword, type Harness } from '../flow-harness.fixture.ts'

const ada = 'ada@example.org'
let harness: Harness
afterEach(() => harness.stop())

/** Opens a service and records the statements that read identity documents. */
async function open() {
  const read: string[] = []
  harness = await createHarness({}, undefined, {}, { observe: (database) => observed(database, read) })
  await harness.account(ada)
  return { taken: () => read.splice(0).map(bySource) }
}

describe('a submission', () => {
  test('of a sign-in reads the account once', async () => {
    const { taken } = await open()
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    taken()
    const answer = await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect([answer.status, taken()]).toEqual([200, ['by id']])
  })

  test('of the settings reads the account with its session, and the write the document that it replaces', async () => {
    const { taken } = await open()
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask('/self-service/settings/browser')).body
    taken()
    const answer = await browser.send(flow, { method: 'password', password: 'another-5-long-passphrase' })
    expect([answer.status, taken()]).toEqual([200, ['with its session', 'by id']])
  })

  test('of settings that are refused reads nothing that the request before has read', async () => {
    const { taken } = await open()
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask('/self-service/settings/browser')).body
    taken()
    const answer = await browser.send(flow, { method: 'password', password: 'x' })
    expect([answer.status, taken().length]).toEqual([400, 1])
  })
})

function bySource(statement: string): string {
  return statement.includes('FROM sessions') ? 'with its session' : 'by id'
}

/** Returns the database with a record of every statement that reads an identity. */
function observed(database: Database, read: string[]): Database {
  const noting =
    <Statement extends object>(prepare: (sql: string) => Statement) =>
    (sql: string): Statement =>
      new Proxy(prepare(sql), {
        get: (statement, name) => {
          const member: unknown = Reflect.get(statement, name)
          if (typeof member !== 'function') return member
          return (...given: readonly unknown[]): unknown => {
            if (sql.includes('identity_document')) read.push(sql)
            return Reflect.apply(member, statement, given)
          }
        },
      })
  return {
    ...database,
    prepare: noting((sql) => database.prepare(sql)),
    prepareHeld: noting((sql) => database.prepareHeld(sql)),
    prepareWrite: noting((sql) => database.prepareWrite(sql)),
  }
}
