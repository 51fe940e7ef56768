import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, test } from 'vitest'

import { createHarness, type Harness, type HarnessOptions } from '../flows/flow-harness.fixture.ts'

const hour = 60 * 60_000
const day = 24 * hour
const [ada, eve] = ['ada@example.org', 'eve@example.org']

let harness: Harness
afterEach(() => harness.stop())

const open = async (options: HarnessOptions) => {
  harness = await createHarness({ session: { lifespan: '8760h' } }, undefined, {}, options)
}

async function signedIn(email: string) {
  const browser = harness.browser()
  await browser.signIn(email)
  return browser
}

describe('a session without use', () => {
  test('ends after its time, before its lifespan is over, and stays ended @unused-session-1', async () => {
    await open({ sessionIdle: { ms: 30 * day } })
    await harness.account(ada)
    const browser = await signedIn(ada)
    harness.clock.advance(30 * day - 1)
    expect((await browser.whoami()).status).toBe(200)
    harness.clock.advance(30 * day)
    expect((await browser.whoami()).status).toBe(401)
    expect((await browser.whoami()).status).toBe(401)
  })

  test('continues as long as it is used, also over a restart', async () => {
    const dsn = `sqlite://${await mkdtemp(join(tmpdir(), 'unused-'))}/identity.db`
    await open({ sessionIdle: { ms: 30 * day }, dsn })
    await harness.account(ada)
    const app = harness.app()
    const { session_token: token } = (await app.signIn(ada)).body
    for (let month = 0; month < 4; month += 1) {
      harness.clock.advance(29 * day)
      expect((await harness.app().ask('/sessions/whoami', token)).status).toBe(200)
    }
    const now = harness.clock()
    await harness.stop()
    await open({ sessionIdle: { ms: 30 * day }, dsn })
    harness.clock.set(now + 29 * day)
    expect((await harness.app().ask('/sessions/whoami', token)).status).toBe(200)
  })

  test('is ended in lists once it is cleaned up', async () => {
    await open({ sessionIdle: { ms: day } })
    const id = await harness.account(ada)
    await signedIn(ada)
    harness.clock.advance(2 * day)
    harness.start()
    await harness.idle()
    const [listed] = (await harness.admin('GET', `/identities/${id}/sessions`)).body
    expect(listed.active).toBe(false)
  })

  test('of some people ends earlier than that of others', async () => {
    let operator = ''
    const asked: string[] = []
    const isFor = async (id: string) => (asked.push(id), id === operator)
    await open({ sessionIdle: { ms: 30 * day, ofSome: { ms: 12 * hour, isFor } } })
    operator = await harness.account(ada)
    await harness.account(eve)
    const [hers, theirs] = [await signedIn(ada), await signedIn(eve)]
    await hers.whoami()
    // No session ends so soon.
    expect(asked).toEqual([])
    harness.clock.advance(11 * hour)
    expect((await hers.whoami()).status).toBe(200)
    harness.clock.advance(12 * hour)
    expect([(await hers.whoami()).status, (await theirs.whoami()).status]).toEqual([401, 200])
  })

  test('continues without an idle time', async () => {
    await open({})
    await harness.account(ada)
    const browser = await signedIn(ada)
    harness.clock.advance(200 * day)
    expect((await browser.whoami()).status).toBe(200)
  })
})
