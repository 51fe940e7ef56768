import { afterEach, describe, expect, test } from 'vitest'

import { createHarness, goodPassword, messagesAt, type Answer, type Harness } from '../../flows/flow-harness.fixture.ts'
import { lookUpBreaches } from './breaches.ts'

test('leaks: known, unknown, padding, and a service that does not answer', async () => {
  const answering =
    (body: string, status = 200): typeof globalThis.fetch =>
    async () =>
      new Response(body, { status })
  const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8'
  expect(await lookUpBreaches('password', 'h', answering(`AAAA:1\r\n${suffix}:7`))).toEqual({ kind: 'known', times: 7 })
  expect(await lookUpBreaches('password', 'h', answering(`${suffix}:0`))).toEqual({ kind: 'known', times: 0 })
  expect(await lookUpBreaches('password', 'h', answering('AAAA:1'))).toEqual({ kind: 'known', times: 0 })
  expect(await lookUpBreaches('password', 'h', answering('', 503))).toEqual({ kind: 'unreachable' })
  const failing: typeof globalThis.fetch = async () => {
    throw new TypeError('no network')
  }
  expect(await lookUpBreaches('password', 'h', failing)).toEqual({ kind: 'unreachable' })
})

const everybodys = ['password', 'Password1', 'PASSWORD', 'qwertyuiop', 'iLoveYou', 'sunshine1']
const leaks = (haveibeenpwned_enabled: boolean) => ({
  selfservice: { methods: { password: { config: { haveibeenpwned_enabled } } } },
})

/** TABLE: the use of the service of known leaks, and its answer. */
const askings = [
  { asking: 'is not asked', config: leaks(false), fetch: undefined },
  { asking: 'knows none of them', config: leaks(true), fetch: async () => new Response('AAAA:1') },
] as const

const ada = 'ada@example.org'

/** TABLE: the ways to choose a password. Each returns a function that submits one. */
const choices: Readonly<Record<string, (harness: Harness) => Promise<(password: string) => Promise<Answer>>>> = {
  'a sign-up by an app': async (harness) => {
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    return (password) => app.send(flow, { method: 'password', password, traits: { email: ada } })
  },
  'a sign-up in a browser': async (harness) => {
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    return (password) => browser.send(flow, { method: 'password', password, traits: { email: ada } })
  },
  'the settings': async (harness) => {
    await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask('/self-service/settings/browser')).body
    return (password) => browser.send(flow, { method: 'password', password })
  },
  'the settings after a recovery': async (harness) => {
    await harness.account(ada)
    const browser = harness.browser()
    const recovery = (await browser.ask('/self-service/recovery/browser')).body
    await browser.send(recovery, { method: 'code', email: ada })
    await browser.send(recovery, { method: 'code', code: await harness.codeFor(ada) })
    const flow = (await browser.ask('/self-service/settings/browser')).body
    return (password) => browser.send(flow, { method: 'password', password })
  },
}

describe('a password that is too common is refused', () => {
  let harness: Harness
  afterEach(() => harness.stop())

  for (const { asking, config, fetch } of askings) {
    test.each(Object.entries(choices))(
      `in %s, where the service of known leaks ${asking} @common-password-1`,
      async (_choice, open) => {
        harness = await createHarness(config, fetch)
        const choose = await open(harness)
        for (const password of everybodys) {
          const refused = await choose(password)
          expect([password, refused.status, messagesAt(refused.body, 'password')]).toEqual([password, 400, [4000034]])
        }
        expect((await choose('another-Horse-battery-9')).status).toBe(200)
      },
    )
  }

  test('and stays that of an account that an administrator creates or migrates @common-password-2', async () => {
    harness = await createHarness()
    const credentials = { password: { config: { password: 'password' } } }
    await harness.account(ada, { credentials })
    expect((await harness.app().signIn(ada, 'password')).status).toBe(200)
    expect((await harness.app().signIn(ada, goodPassword)).status).toBe(400)
  })
})
