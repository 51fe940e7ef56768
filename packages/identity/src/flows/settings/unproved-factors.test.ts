import { createAuthenticator } from '@gatehouse/testing/devices'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, expect, test } from 'vitest'

import { ada, settings, setUpCodes, setUpTotp } from '../../strategies/totp/authenticator.fixture.ts'
import { optionsAt } from '../../strategies/webauthn/key-harness.fixture.ts'
import { createHarness, pages, type Browser, type Harness } from '../flow-harness.fixture.ts'

const origin = 'http://app.localhost'
const methods = {
  totp: { enabled: true },
  lookup_secret: { enabled: true },
  webauthn: { enabled: true, config: { rp: { id: 'localhost', display_name: 'Example', origins: [origin] } } },
}
const email = {
  ...emailTrait('Email'),
  'ory.sh/kratos': { ...emailTrait('Email')['ory.sh/kratos'], verification: { via: 'email' } },
}

let harness: Harness
afterEach(() => harness.stop())

const ways: readonly (readonly [string, string, (browser: Browser) => Promise<unknown>])[] = [
  ['an authenticator app', 'totp', (browser) => setUpTotp(browser, harness.clock())],
  ['backup codes', 'lookup_secret', setUpCodes],
  ['a security key', 'webauthn', addKey],
]

async function addKey(browser: Browser): Promise<void> {
  const flow = (await browser.ask(settings)).body
  const webauthn_register = createAuthenticator(origin).create(optionsAt(flow, 'webauthn_register_trigger'))
  const fields = { method: 'webauthn', webauthn_register, webauthn_register_displayname: 'Blue key' }
  expect((await browser.send(flow, fields)).status).toBe(200)
}

// As Ory Kratos' own default: verification is off, although schemas name addresses that could be verified.
test.each([false, true].flatMap((verification) => ways.map((way) => [verification, ...way] as const)))(
  'with verification enabled (%s), an account without a proved address takes %s @unproved-factors-1',
  async (...row) => {
    const [enabled, , type, setUp] = row
    harness = await createHarness({
      identity: identityPart('person', schemaOf({ email })),
      selfservice: { methods, flows: { verification: { enabled, ui_url: `${pages}/verification` } } },
    })
    const id = await harness.account(ada)
    const browser = harness.browser()
    expect((await browser.signIn(ada)).status).toBe(200)
    await setUp(browser)
    const { credentials, verifiable_addresses: addresses } = (await harness.admin('GET', `/identities/${id}`)).body
    expect(addresses).toMatchObject([{ verified: false }])
    expect(Object.keys(credentials)).toContain(type)
  },
)
