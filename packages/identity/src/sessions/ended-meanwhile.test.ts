import { AsyncLocalStorage } from 'node:async_hooks'

import type { Database } from '@gatehouse/platform/database'
import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, expect, test } from 'vitest'

import { createHarness, goodPassword, type Answer, type Harness } from '../flows/flow-harness.fixture.ts'
import { ada, createFactorHarness, login, setUpTotp } from '../strategies/totp/authenticator.fixture.ts'

// SQLite has one unit of work at a time: an end waits for the change of the session.
const onPostgres = process.env['GATEHOUSE_TESTED_DATABASE'] !== undefined

let harness: Harness
afterEach(() => harness.stop())

test('a session that is ended while it is extended stays ended @stolen-session-7', async () => {
  harness = await createHarness({ session: { earliest_possible_extend: '1000h' } })
  await harness.account(ada)
  for (let round = 0; round < 10; round += 1) {
    const browser = harness.browser()
    await browser.signIn(ada)
    const { id } = (await browser.whoami()).body
    const answers = await Promise.all([
      harness.admin('PATCH', `/sessions/${id}/extend`),
      harness.admin('DELETE', `/sessions/${id}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([expect.toBeOneOf([200, 204]), 204])
    expect((await browser.whoami()).status).toBe(401)
  }
})

/** Has `act` run before a session is read to be changed, outside the unit of work that reads it. */
function beforeChange(database: Database, act: () => Promise<unknown>): Database {
  const outside = AsyncLocalStorage.snapshot()
  return {
    ...database,
    prepareHeld: (sql) => {
      const statement = database.prepareHeld(sql)
      if (!sql.endsWith('FROM sessions s WHERE s.id = ?')) return statement
      return {
        ...statement,
        get: async (...values) => {
          await outside(act)
          return statement.get(...values)
        },
      }
    },
  }
}

test('a session that is ended while its second factor is given stays ended @stolen-session-8', async () => {
  let meanwhile = async () => {}
  harness = await createFactorHarness({}, { observe: (database) => beforeChange(database, () => meanwhile()) })
  await harness.account(ada)
  const owner = harness.browser()
  await owner.signIn(ada)
  const secret = await setUpTotp(owner, harness.clock())
  harness.clock.advance(30_000)
  const half = harness.browser()
  expect((await half.signIn(ada)).status).toBe(422)
  const [{ id }] = (await harness.admin('GET', '/sessions')).body
  const flow = (await half.ask(`${login}?aal=aal2`)).body
  let ending: Promise<Answer> | undefined
  meanwhile = async () => {
    meanwhile = async () => {}
    ending = harness.admin('DELETE', `/sessions/${id}`)
    if (onPostgres) await ending
  }
  const given = await half.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()) })
  expect((await ending)?.status).toBe(204)
  expect([given.status, given.cookies]).toEqual(onPostgres ? [401, []] : [200, ['ory_kratos_session']])
  expect((await half.whoami()).status).toBe(401)
})

test('of two confirmations of one session at once, each answer holds a token that opens something @stolen-session-11', async () => {
  harness = await createHarness()
  await harness.account(ada)
  for (let round = 0; round < 5; round += 1) {
    const app = harness.app()
    const before = String((await app.signIn(ada)).body.session_token)
    const flows = await Promise.all([1, 2].map(() => app.ask('/self-service/login/api?refresh=true', before)))
    const answers = await Promise.all(
      flows.map(({ body }) => app.send(body, { method: 'password', identifier: ada, password: goodPassword }, before)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const tokens = answers.map(({ body }) => String(body.session_token))
    const opened = await Promise.all(tokens.map((token) => app.ask('/sessions/whoami', token)))
    expect(opened.map(({ status }) => status)).toEqual([200, 200])
    expect((await app.ask('/sessions/whoami', before)).status).toBe(401)
  }
})
