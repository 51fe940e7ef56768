import { createAuthenticator, type Authenticator, type Twist } from '@gatehouse/testing/devices'
import { afterEach, expect, test } from 'vitest'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import type { Harness } from '../../flows/flow-harness.fixture.ts'
import { setUpTotp } from '../totp/authenticator.fixture.ts'
import { ada, createKeyHarness, optionsAt, origin } from '../webauthn/key-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const settings = '/self-service/settings/browser'

/** Opens a service with an account that has a passkey on the device, and an authenticator app. */
async function openWithApp(device: Authenticator, improves: boolean, more: ConfigTree = {}): Promise<void> {
  harness = await createKeyHarness({ methods: { totp: { enabled: true } }, passkey: more, improves })
  const owner = harness.browser()
  const flow = (await owner.ask('/self-service/registration/browser')).body
  const passkey_register = device.create(optionsAt(flow, 'passkey_create_data'))
  expect((await owner.send(flow, { method: 'passkey', passkey_register, traits: { email: ada } })).status).toBe(200)
  await setUpTotp(owner, harness.clock())
}

async function signIn(browser: ReturnType<Harness['browser']>, device: Authenticator, twist: Twist = {}) {
  const flow = (await browser.ask('/self-service/login/browser')).body
  return browser.send(flow, {
    method: 'passkey',
    passkey_login: device.get(optionsAt(flow, 'passkey_challenge'), twist),
  })
}

test('a passkey whose device has verified its user is both steps of a sign-in @both-steps-1', async () => {
  const device = createAuthenticator(origin)
  await openWithApp(device, true)
  const browser = harness.browser()
  const done = await signIn(browser, device)
  expect(done.status).toBe(200)
  const both = {
    authenticator_assurance_level: 'aal2',
    authentication_methods: [{ aal: 'aal1' }, { method: 'passkey', aal: 'aal2' }],
  }
  expect(done.body.session).toMatchObject(both)
  expect((await browser.whoami()).body).toMatchObject(both)
  expect((await browser.ask(settings)).status, 'nor do the settings ask').toBe(200)
})

test('one that was touched without user verification is the first of them @both-steps-2', async () => {
  const device = createAuthenticator(origin)
  await openWithApp(device, true)
  const browser = harness.browser()
  const owed = await signIn(browser, device, { unverified: true })
  expect(owed.body.redirect_browser_to).toContain('aal=aal2')
  expect((await browser.whoami()).status).toBe(403)
})

test('under an operator’s own configuration it is the first one, as in Ory Kratos @both-steps-3', async () => {
  const device = createAuthenticator(origin)
  await openWithApp(device, false)
  const browser = harness.browser()
  expect((await signIn(browser, device)).body.redirect_browser_to).toContain('aal=aal2')
  expect((await browser.whoami()).status).toBe(403)
})

test.each([true, false])(
  'whether it is both steps is what the configuration says, where it improves on Ory Kratos: %s @both-steps-5',
  async (improves) => {
    const device = createAuthenticator(origin)
    await openWithApp(device, improves, { both_steps: !improves })
    const done = await signIn(harness.browser(), device)
    expect(done.body.session?.authenticator_assurance_level).toBe(improves ? undefined : 'aal2')
  },
)
