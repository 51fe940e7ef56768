import { createAuthenticator } from '@gatehouse/testing/devices'
import { afterEach, expect, test } from 'vitest'

import type { Browser, Harness } from '../../flows/flow-harness.fixture.ts'
import { createFactorHarness, namesOf, proved, setUpCodes, setUpTotp } from '../totp/authenticator.fixture.ts'
import { ada, createKeyHarness, optionsAt, origin } from '../webauthn/key-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const settings = '/self-service/settings/browser'
const removal = 'webauthn_remove'

/** Signs in a person with recovery codes, an authenticator app and a security key. */
async function signedIn(options: Parameters<typeof createKeyHarness>[0] = {}) {
  const methods = { totp: { enabled: true }, lookup_secret: { enabled: true }, ...options.methods }
  harness = await createKeyHarness({ ...options, methods })
  await harness.account(ada, proved(ada))
  const browser = harness.browser()
  await browser.signIn(ada)
  await setUpTotp(browser, harness.clock())
  const flow = (await browser.ask(settings)).body
  const key = createAuthenticator(origin).create(optionsAt(flow, 'webauthn_register_trigger'))
  const added = await browser.send(flow, { webauthn_register: key, webauthn_register_displayname: 'Blue' })
  expect(added.status).toBe(200)
  await setUpCodes(browser)
  return browser
}

/** Submits the settings; a key is removed by its id in the form. */
async function send(browser: Browser, fields: Readonly<Record<string, unknown>>) {
  const flow = (await browser.ask(settings)).body
  const keys = flow.ui.nodes.filter(({ attributes }: { attributes: { name?: string } }) => attributes.name === removal)
  const done = await browser.send(
    flow,
    fields['method'] === 'webauthn' ? { [removal]: keys[0].attributes.value } : fields,
  )
  expect(done.status).toBe(200)
  return done
}

const app = { method: 'totp', totp_unlink: true }
const key = { method: 'webauthn' }

test.each([
  ['the authenticator app', [key, app]],
  ['the security key', [app, key]],
])('recovery codes go with the last other second factor: %s @lone-codes-1', async (_last, [first, last]) => {
  const browser = await signedIn()
  expect(namesOf((await send(browser, first ?? {})).body, 'lookup_secret')).toContain('lookup_secret_disable')
  expect(namesOf((await send(browser, last ?? {})).body, 'lookup_secret')).toEqual(['lookup_secret_regenerate'])
  const other = harness.browser()
  expect((await other.signIn(ada)).status, 'no second step is owed').toBe(200)
  expect((await other.ask(settings)).status).toBe(200)
})

test('codes that were created alone stay, after every other change @lone-codes-2', async () => {
  harness = await createKeyHarness({ methods: { lookup_secret: { enabled: true } } })
  await harness.account(ada, proved(ada))
  const browser = harness.browser()
  await browser.signIn(ada)
  await setUpCodes(browser)
  const done = await send(browser, { method: 'password', password: 'another-Horse-battery-9' })
  expect(namesOf(done.body, 'lookup_secret')).toContain('lookup_secret_disable')
})

test('codes stay while a code by mail is a second step @lone-codes-3', async () => {
  harness = await createFactorHarness({ methods: { code: { passwordless_enabled: false, mfa_enabled: true } } })
  await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  const flow = (await browser.ask('/self-service/login/browser?aal=aal2')).body
  await browser.send(flow, { method: 'code', address: ada })
  await browser.send(flow, { method: 'code', code: await harness.codeFor(ada) })
  await setUpTotp(browser, harness.clock())
  await setUpCodes(browser)
  expect(namesOf((await send(browser, app)).body, 'lookup_secret')).toContain('lookup_secret_disable')
})

test('under an operator’s own configuration codes stay, as in Ory Kratos @lone-codes-4', async () => {
  const browser = await signedIn({ improves: false })
  await send(browser, app)
  expect(namesOf((await send(browser, key)).body, 'lookup_secret')).toContain('lookup_secret_disable')
  expect((await harness.browser().signIn(ada)).status).toBe(422)
})
