import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, describe, expect, test } from 'vitest'

import type { Browser, Harness } from '../flows/flow-harness.fixture.ts'
import { ada, createFactorHarness, eve, login, setUpTotp } from '../strategies/totp/authenticator.fixture.ts'
import { standardLimits } from './policy.ts'

let harness: Harness
afterEach(() => harness.stop())

const relyingParty = { rp: { id: 'example.test', display_name: 'Example', origins: ['https://app.example.test'] } }
const methods = {
  webauthn: { enabled: true, config: { passwordless: false, ...relyingParty } },
  passkey: { enabled: true, config: relyingParty },
}

/** Creates an account with an authenticator app: a session that owes its code, in a separate browser and form. */
async function owing(email: string) {
  await harness.account(email)
  const browser = harness.browser()
  await browser.signIn(email)
  const secret = await setUpTotp(browser, harness.clock())
  const again = async () => {
    const other = harness.browser()
    await other.signIn(email)
    return { browser: other, flow: (await other.ask(`${login}?aal=aal2`)).body }
  }
  return { again, code: () => totpCode(secret, harness.clock()), ...(await again()) }
}

type Fields = Readonly<Record<string, string>>
const wrong: Readonly<Record<string, Fields>> = {
  totp: { method: 'totp', totp_code: 'nothing' },
  lookup_secret: { method: 'lookup_secret', lookup_secret: 'nothing' },
  webauthn: { method: 'webauthn', webauthn_login: '{}' },
  password: { method: 'password', password: 'wrong' },
}
const statusOf = async (browser: Browser, flow: { ui: { action: string } }, fields: Fields) =>
  (await browser.send(flow, fields)).status

describe('a proof within a session', () => {
  test.each(['totp', 'lookup_secret', 'webauthn'])(
    'that is wrong counts for the owner of the session, not for the name beside it: %s @session-methods-1',
    async (method) => {
      harness = await createFactorHarness({ methods }, { limits: standardLimits })
      const victim = await owing(ada)
      const thief = await owing(eve)
      const fields = { ...wrong[method], identifier: ada }
      for (let count = 0; count < 10; count += 1) expect(await statusOf(thief.browser, thief.flow, fields)).toBe(400)
      expect(await statusOf(thief.browser, thief.flow, fields)).toBe(429)
      expect(await statusOf(victim.browser, victim.flow, { ...wrong[method], identifier: ada })).toBe(400)
      expect(await statusOf(victim.browser, victim.flow, { method: 'totp', totp_code: victim.code() })).toBe(200)
    },
  )

  test('that is right forgives the owner of the session, not the name beside it @session-methods-2', async () => {
    harness = await createFactorHarness({ methods }, { limits: standardLimits })
    const victim = await owing(ada)
    const thief = await owing(eve)
    const guess = () => statusOf(victim.browser, victim.flow, { ...wrong['lookup_secret'], identifier: ada })
    for (let count = 0; count < 10; count += 1) expect(await guess()).toBe(400)
    expect(await guess()).toBe(429)
    const right = { method: 'totp', totp_code: thief.code(), identifier: ada }
    expect(await statusOf(thief.browser, thief.flow, right)).toBe(200)
    expect(await guess()).toBe(429)
  })

  test('counts in every session of its owner', async () => {
    harness = await createFactorHarness({ methods }, { limits: standardLimits })
    const person = await owing(ada)
    for (let count = 0; count < 10; count += 1) {
      const { browser, flow } = await person.again()
      expect(await statusOf(browser, flow, { ...wrong['lookup_secret'], identifier: `${count}@example.org` })).toBe(400)
    }
    const { browser, flow } = await person.again()
    expect(await statusOf(browser, flow, { ...wrong['lookup_secret'] })).toBe(429)
  })

  test('by a password counts for the name that it is tried at, also in a confirmation', async () => {
    harness = await createFactorHarness({ methods }, { limits: standardLimits })
    await harness.account(ada)
    await harness.account(eve)
    const browser = harness.browser()
    await browser.signIn(eve)
    const flow = (await browser.ask(`${login}?refresh=true`)).body
    const guess = () => statusOf(browser, flow, { ...wrong['password'], identifier: ada })
    for (let count = 0; count < 10; count += 1) expect(await guess()).toBe(400)
    expect(await guess()).toBe(429)
  })
})

test('passkeys and providers, which name their account themselves, shut no one out by a name beside them', async () => {
  harness = await createFactorHarness({ methods }, { limits: standardLimits })
  const browser = harness.browser()
  const flow = (await browser.ask(login)).body
  const fields = { method: 'passkey', passkey_login: '{}', identifier: ada }
  for (let count = 0; count < 15; count += 1) expect(await statusOf(browser, flow, fields)).toBe(400)
})
