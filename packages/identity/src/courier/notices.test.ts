import { createAuthenticator, totpCode } from '@gatehouse/testing/devices'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createHarness, goodPassword, type Browser, type Harness } from '../flows/flow-harness.fixture.ts'
import { noLimits } from '../limits/policy.ts'
import { proved, secretIn, settings } from '../strategies/totp/authenticator.fixture.ts'
import { optionsAt, origin } from '../strategies/webauthn/key-harness.fixture.ts'

const ada = 'ada@example.org'
const newPassword = 'another-Horse-battery-9'
const alone = { after: { hooks: [{ hook: 'revoke_active_sessions' }] } }
const aloneAfterPassword = { after: { password: { hooks: [{ hook: 'revoke_active_sessions' }] } } }

let harness: Harness
let browser: Browser
afterEach(() => harness.stop())

const relyingParty = { id: 'localhost', display_name: 'Example', origins: [origin] }
const methods = {
  totp: { enabled: true },
  lookup_secret: { enabled: true },
  passkey: { enabled: true, config: { rp: relyingParty } },
}

async function open(flows: object = {}, limits = noLimits) {
  harness = await createHarness({ selfservice: { flows, methods } }, undefined, {}, { limits })
  await harness.account(ada, proved(ada))
  browser = harness.browser()
  await browser.signIn(ada)
}

async function change(fields: object) {
  harness.clock.advance(1_000)
  const flow = (await browser.ask(settings)).body
  const done = await browser.send(flow, { ...fields })
  expect(done.status).toBe(200)
}

/** Templates of the messages to an address, oldest first. */
const sentTo = async (address: string) =>
  (await harness.messagesTo(address)).map(({ template: name }) => name).toReversed()

async function newest(address: string): Promise<string> {
  const [message] = await harness.messagesTo(address)
  return message?.body ?? ''
}

async function recover() {
  const stranger = harness.browser()
  const flow = (await stranger.ask('/self-service/recovery/browser')).body
  await stranger.send(flow, { method: 'code', email: ada })
  await stranger.send(flow, { method: 'code', code: await harness.codeFor(ada) })
  return stranger
}

describe('the owner of an account is notified by mail', () => {
  beforeEach(() => open({ recovery: alone, settings: aloneAfterPassword }))

  test('of a new password, which ends all other sessions @notices-1', async () => {
    const thief = harness.browser()
    await thief.signIn(ada)
    await change({ method: 'password', password: newPassword })
    expect(await sentTo(ada)).toEqual(['password_changed'])
    expect(await newest(ada)).toContain('You were signed out on all other devices.')
    expect([(await thief.whoami()).status, (await browser.whoami()).status]).toEqual([401, 200])
  })

  test('of a recovery, which ends all other sessions', async () => {
    const stranger = await recover()
    expect(await sentTo(ada)).toEqual(['recovery_code_valid', 'account_recovered'])
    expect(await newest(ada)).toContain('You were signed out on all other devices.')
    expect([(await browser.whoami()).status, (await stranger.whoami()).status]).toEqual([401, 200])
  })

  test('of second factors that are added and removed', async () => {
    const flow = (await browser.ask(settings)).body
    await browser.send(flow, { method: 'totp', totp_code: totpCode(secretIn(flow), harness.clock(), -1) })
    await change({ totp_unlink: true })
    expect(await sentTo(ada)).toEqual(['second_factor_added', 'second_factor_removed'])
  })

  test('of passkeys that are added and removed', async () => {
    const flow = (await browser.ask(settings)).body
    const device = createAuthenticator(origin)
    await browser.send(flow, { passkey_settings_register: device.create(optionsAt(flow, 'passkey_create_data')) })
    const hex = Buffer.from(device.keyIds()[0] ?? '', 'base64url').toString('hex')
    await change({ passkey_remove: hex })
    expect(await sentTo(ada)).toEqual(['passkey_added', 'passkey_removed'])
  })

  test('at the old address, when it is replaced @notices-2', async () => {
    const flow = (await browser.ask(settings)).body
    await browser.send(flow, { method: 'profile', traits: { email: 'new@example.org' } })
    expect(await sentTo(ada)).toEqual(['address_changed'])
    expect(await sentTo('new@example.org')).toEqual(['verification_code_valid'])
  })

  test('of nothing if only a name changes', async () => {
    await change({ method: 'profile', traits: { email: ada, name: { first: 'Ada' } } })
    expect(await sentTo(ada)).toEqual([])
  })
})

test('a notice does not report ended sessions if they continue', async () => {
  await open()
  await change({ method: 'password', password: newPassword })
  expect(await newest(ada)).not.toContain('sessions')
})

test('no message is sent to an address that is not proved, nor on signing up', async () => {
  await open()
  const eve = 'eve@example.org'
  const stranger = harness.browser()
  const flow = (await stranger.ask('/self-service/registration/browser')).body
  await stranger.send(flow, { method: 'password', password: goodPassword, traits: { email: eve } })
  harness.clock.advance(1_000)
  const own = (await stranger.ask(settings)).body
  expect((await stranger.send(own, { method: 'password', password: newPassword })).status).toBe(200)
  expect(await sentTo(eve)).toEqual(['verification_code_valid'])
})

test('changing things back and forth fills no mailbox, and keeps no code away @notices-3', async () => {
  const two = { count: 2, periodMs: 60_000 }
  await open({}, { ...noLimits, noticesPerRecipient: two, codesPerRecipient: two })
  for (let round = 0; round < 4; round += 1) await change({ method: 'password', password: `${newPassword}${round}` })
  expect(await sentTo(ada)).toEqual(['password_changed', 'password_changed'])
  await recover()
  expect(await sentTo(ada)).toContain('recovery_code_valid')
})
