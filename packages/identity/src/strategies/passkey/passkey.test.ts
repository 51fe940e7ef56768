import { ownAccountPaths } from '@gatehouse/contract/account'
import { createAuthenticator, type Authenticator, type Twist } from '@gatehouse/testing/devices'
import { afterEach, describe, expect, test } from 'vitest'

import { field, messages, type Browser, type Harness } from '../../flows/flow-harness.fixture.ts'
import { ada, bob, createKeyHarness, namesOf, optionsAt, origin } from '../webauthn/key-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const start = '/self-service/login/browser'

/** Signs up with a passkey; the browser is signed out afterwards. */
async function signUp(device: Authenticator, email = ada) {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/registration/browser')).body
  const options = optionsAt(flow, 'passkey_create_data')
  const passkey_register = device.create(options)
  const made = await browser.send(flow, { method: 'passkey', passkey_register, traits: { email } })
  expect(made.status).toBe(200)
  return { id: String(made.body.identity.id), handle: String(options.publicKey.user.id) }
}

async function present(browser: Browser, device: Authenticator, twist: Twist = {}, fields: object = {}) {
  const flow = (await browser.ask(start)).body
  const passkey_login = device.get(optionsAt(flow, 'passkey_challenge'), twist)
  return { flow, answer: await browser.send(flow, { method: 'passkey', passkey_login, ...fields }) }
}

/** Returns a signed-in browser with its settings. */
async function settingsOf(email: string) {
  const browser = harness.browser()
  await browser.signIn(email)
  return { browser, open: async () => (await browser.ask('/self-service/settings/browser')).body }
}

const isRemoval = (node: { attributes: { name?: string } }) => node.attributes.name === 'passkey_remove'

describe('the form', () => {
  test('offers a button and suggestions in browsers', async () => {
    harness = await createKeyHarness()
    const flow = (await harness.browser().ask(start)).body
    expect(field(flow, 'identifier').attributes.autocomplete).toBe('username webauthn')
    expect(namesOf(flow, 'passkey', 'webauthn').toSorted()).toEqual([
      'passkey_challenge',
      'passkey_login',
      'passkey_login_trigger',
      'webauthn_script',
    ])
    expect(field(flow, 'passkey_login_trigger').attributes).toMatchObject({
      type: 'button',
      onclick: 'window.oryPasskeyLogin()',
      onclickTrigger: 'oryPasskeyLogin',
    })
    expect(field(flow, 'passkey_login').attributes).toMatchObject({
      onload: 'window.oryPasskeyLoginAutocompleteInit()',
      onloadTrigger: 'oryPasskeyLoginAutocompleteInit',
    })
    expect(optionsAt(flow, 'passkey_challenge').publicKey).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'localhost',
      userVerification: 'preferred',
    })
  })

  test('has no script for native apps, and they sign in as well', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    expect(namesOf(flow, 'passkey', 'webauthn')).not.toContain('webauthn_script')
    expect(field(flow, 'passkey_login_trigger').attributes).not.toHaveProperty('onclick')
    expect(field(flow, 'passkey_login').attributes).not.toHaveProperty('onload')
    const passkey_login = device.get(optionsAt(flow, 'passkey_challenge'))
    const done = await app.send(flow, { method: 'passkey', passkey_login })
    expect([done.status, typeof done.body.session_token]).toEqual([200, 'string'])
  })

  test('only suggests on the first of two screens, and has a button on the second for owners of one', async () => {
    harness = await createKeyHarness({ flows: { login: { style: 'identifier_first' } } })
    await signUp(createAuthenticator(origin))
    await harness.account(bob)
    const browser = harness.browser()
    const first = (await browser.ask(start)).body
    expect(namesOf(first, 'passkey').toSorted()).toEqual(['passkey_challenge', 'passkey_login'])
    const second = await browser.send(first, { method: 'identifier_first', identifier: ada })
    expect(namesOf(second.body, 'passkey')).toContain('passkey_login_trigger')
    expect(optionsAt(second.body, 'passkey_challenge').publicKey).not.toHaveProperty('allowCredentials')
    const other = await browser.send(first, { method: 'identifier_first', identifier: bob })
    expect(namesOf(other.body, 'passkey')).toEqual(['passkey_login', 'passkey_challenge'])
  })
})

describe('signing up and in', () => {
  test('needs no password, and the session names the method', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    const { id } = await signUp(device)
    const browser = harness.browser()
    const { answer } = await present(browser, device)
    expect(answer.status).toBe(200)
    expect(answer.body.session).toMatchObject({
      identity: { id },
      authenticator_assurance_level: 'aal1',
      authentication_methods: [{ method: 'passkey', aal: 'aal1' }],
    })
    expect((await browser.whoami()).status).toBe(200)
  })

  test('records the use of the passkey, even if the device does not count @own-credentials-3', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    harness.clock.advance(60_000)
    const browser = harness.browser()
    expect((await present(browser, device)).answer.status).toBe(200)
    const own = (await browser.ask(ownAccountPaths.credentials)).body
    const [{ keys }] = own.filter(({ type }: { type: string }) => type === 'passkey')
    expect(keys[0].used_at).toBe(new Date(harness.clock()).toISOString())
  })

  test('shows the passkey under the trait that the schema marks, and identifies accounts by random handles @passkey-7', async () => {
    harness = await createKeyHarness()
    const flow = (await harness.browser().ask('/self-service/registration/browser')).body
    const data = JSON.parse(field(flow, 'passkey_create_data').attributes.value)
    expect(data.displayNameFieldName).toBe('traits.email')
    const { user, authenticatorSelection } = data.credentialOptions.publicKey
    expect(Buffer.from(user.id, 'base64url').toString()).toMatch(/^[A-Za-z0-9]{64}$/)
    expect(authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'preferred' })
  })

  test('works in a form without a method, as scripts submit it', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const passkey_login = device.get(optionsAt(flow, 'passkey_challenge'))
    const done = await browser.post(flow, { identifier: '', password: '', passkey_login })
    expect(done.status).toBe(303)
    expect((await browser.whoami()).status).toBe(200)
  })

  test('confirms a session, and then requests the account’s own keys', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    const browser = harness.browser()
    await present(browser, device)
    const flow = (await browser.ask(`${start}?refresh=true`)).body
    const options = optionsAt(flow, 'passkey_challenge')
    expect(options.publicKey.allowCredentials).toEqual([{ type: 'public-key', id: device.keyIds()[0] }])
    expect(field(flow, 'passkey_login').attributes, 'nothing starts by itself').not.toHaveProperty('onloadTrigger')
    expect(field(flow, 'passkey_login').attributes).not.toHaveProperty('onload')
    const confirmed = await browser.send(flow, {
      method: 'passkey',
      passkey_login: device.get(options, { userHandle: '' }),
    })
    expect([confirmed.status, confirmed.body.session.authentication_methods.length]).toEqual([200, 2])
  })

  test('is refused for a taken address, and nothing is stored', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const device = createAuthenticator(origin)
    const passkey_register = device.create(optionsAt(flow, 'passkey_create_data'))
    const refused = await browser.send(flow, { method: 'passkey', passkey_register, traits: { email: ada } })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000007]])
    expect(messages((await present(browser, device)).answer.body)).toEqual([4000015])
  })
})

describe('refuses to sign in @passkey-8', () => {
  const twists: readonly (readonly [string, Twist])[] = [
    ['from another site', { origin: 'http://evil.localhost' }],
    ['from another port', { origin: `${origin}:81` }],
    ['for another domain', { rpId: 'example.org' }],
    ['for another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['inside another site’s page', { crossOrigin: true }],
    ['when no one touched the device', { absent: true }],
    ['with the answer of a sign-up', { type: 'webauthn.create' }],
  ]
  test.each(twists)('%s', async (_what, twist) => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    const browser = harness.browser()
    const { answer } = await present(browser, device, twist)
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000043]])
    expect((await browser.whoami()).status).toBe(401)
  })

  test('twice with one answer, even by a device that does not count @passkey-9', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin, { count: false })
    await signUp(device)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const fields = { method: 'passkey', passkey_login: device.get(optionsAt(flow, 'passkey_challenge')) }
    const [one, other] = await Promise.all([app.send(flow, fields), app.send(flow, fields)])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await app.send(flow, fields)).status).toBe(400)
  })

  test('with an answer that was given to another flow @passkey-10', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    const browser = harness.browser()
    const one = (await browser.ask(start)).body
    const other = (await browser.ask(start)).body
    const passkey_login = device.get(optionsAt(one, 'passkey_challenge'))
    const refused = await browser.send(other, { method: 'passkey', passkey_login })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000043]])
    expect(optionsAt(refused.body, 'passkey_challenge')).not.toEqual(optionsAt(other, 'passkey_challenge'))
  })

  test('with a counter that does not grow @passkey-11', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    expect((await present(harness.browser(), device, { count: 7 })).answer.status).toBe(200)
    for (const count of [7, 3, 0]) {
      const { answer } = await present(harness.browser(), device, { count })
      expect([answer.status, messages(answer.body)]).toEqual([400, [4000043]])
    }
    expect((await present(harness.browser(), device, { count: 8 })).answer.status).toBe(200)
  })

  test('an account that is switched off', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    const { id } = await signUp(device)
    await harness.admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/state', value: 'inactive' }])
    const { answer } = await present(harness.browser(), device)
    expect([answer.status, messages(answer.body)]).toEqual([400, [4010011]])
  })

  test('under the handle of another person', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    const { handle } = await signUp(createAuthenticator(origin), bob)
    const { answer } = await present(harness.browser(), device, { userHandle: handle })
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000015]])
  })

  test('a value that is no answer at all; an empty one returns to the page', async () => {
    harness = await createKeyHarness()
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    for (const passkey_login of ['garbage', '{}', '[]', 'null', '{"id":"a","rawId":"a","type":"public-key"}']) {
      const refused = await browser.send(flow, { method: 'passkey', passkey_login })
      expect([refused.status, messages(refused.body)]).toEqual([400, [4000001]])
    }
    const empty = await browser.send(flow, { method: 'passkey' })
    expect([empty.status, empty.body.redirect_browser_to]).toEqual([422, expect.stringContaining(flow.id)])
    const shown = (await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body
    expect(messages(shown)).toEqual([4000015])
  })
})

describe('the settings', () => {
  test('add a passkey, name it for removal, and remove it', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    const { browser, open } = await settingsOf(ada)
    const device = createAuthenticator(origin)
    const flow = await open()
    const options = optionsAt(flow, 'passkey_create_data')
    expect(options.publicKey.user.name).toBe(ada)
    const added = await browser.send(flow, { passkey_settings_register: device.create(options) })
    expect([added.status, messages(added.body)]).toEqual([200, [1050001]])
    const button = added.body.ui.nodes.find(isRemoval)
    expect(button.attributes).toMatchObject({ type: 'submit', disabled: false })
    expect(Buffer.from(button.attributes.value, 'hex').toString('base64url')).toBe(device.keyIds()[0])
    expect(button.meta.label).toMatchObject({ id: 1050020, context: { display_name: 'unnamed' } })
    const exclude = optionsAt(added.body, 'passkey_create_data').publicKey.excludeCredentials
    expect(exclude).toEqual([{ type: 'public-key', id: device.keyIds()[0] }])
    expect((await present(harness.browser(), device)).answer.status).toBe(200)

    const removed = await browser.send(flow, { passkey_remove: button.attributes.value })
    expect([removed.status, messages(removed.body)]).toEqual([200, [1050001]])
    expect(namesOf(removed.body, 'passkey')).not.toContain('passkey_remove')
    expect(messages((await present(harness.browser(), device)).answer.body)).toEqual([4000015])
  })

  test('keep the last sign-in method: the button is disabled, and pressing it anyway is refused @passkey-12', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    const browser = harness.browser()
    await present(browser, device)
    const flow = (await browser.ask('/self-service/settings/browser')).body
    const button = flow.ui.nodes.find(isRemoval)
    expect(button.attributes.disabled).toBe(true)
    const refused = await browser.send(flow, { method: 'passkey', passkey_remove: button.attributes.value })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000001]])
    expect((await present(harness.browser(), device)).answer.status).toBe(200)
  })

  test('remove one’s own passkeys only', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device)
    await harness.account(bob)
    const { browser, open } = await settingsOf(bob)
    const hex = Buffer.from(device.keyIds()[0] ?? '', 'base64url').toString('hex')
    const refused = await browser.send(await open(), { method: 'passkey', passkey_remove: hex })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000001]])
    expect((await present(harness.browser(), device)).answer.status).toBe(200)
  })

  test('refuse a key that belongs to another account already @passkey-13', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    await harness.account(bob)
    const first = await settingsOf(ada)
    const second = await settingsOf(bob)
    const device = createAuthenticator(origin)
    const own = await first.open()
    const stolen = await second.open()
    const options = optionsAt(own, 'passkey_create_data')
    const attestation = JSON.parse(device.create(options))
    await first.browser.send(own, { passkey_settings_register: JSON.stringify(attestation) })
    // "none" attests nothing: only uniqueness stops a copied key object with another challenge.
    const { challenge } = optionsAt(stolen, 'passkey_create_data').publicKey
    const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin })).toString(
      'base64url',
    )
    const copied = { ...attestation, response: { ...attestation.response, clientDataJSON } }
    const refused = await second.browser.send(stolen, { passkey_settings_register: JSON.stringify(copied) })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000007]])
  })

  test('ask for a recent sign-in first', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    const { browser, open } = await settingsOf(ada)
    harness.clock.advance(16 * 60_000)
    const flow = await open()
    const device = createAuthenticator(origin)
    const passkey_settings_register = device.create(optionsAt(flow, 'passkey_create_data'))
    const refused = await browser.send(flow, { method: 'passkey', passkey_settings_register })
    expect([refused.status, refused.body.error.id]).toEqual([403, 'session_refresh_required'])
  })

  test('answer hostile input with the form', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    const { browser, open } = await settingsOf(ada)
    const flow = await open()
    const device = createAuthenticator(origin)
    const options = optionsAt(flow, 'passkey_create_data')
    for (const twist of [{ origin: 'http://evil.test' }, { rpId: 'evil.test' }, { crossOrigin: true }]) {
      const fresh = await open()
      const passkey_settings_register = device.create(optionsAt(fresh, 'passkey_create_data'), twist)
      const refused = await browser.send(fresh, { method: 'passkey', passkey_settings_register })
      expect([refused.status, messages(refused.body)]).toEqual([400, [4000043]])
    }
    const good = device.create(options)
    for (const text of ['x', '{}', good.slice(0, -20), '{"response":{}}', JSON.stringify([good])]) {
      const refused = await browser.send(flow, { method: 'passkey', passkey_settings_register: text })
      expect(refused.status).toBe(400)
    }
    for (const value of [7, null, {}, [], true, 'zz', '']) {
      const refused = await browser.send(flow, { method: 'passkey', passkey_remove: value })
      expect(refused.status).toBe(400)
    }
  })
})

describe('a passkey that a browser creates without asking', () => {
  test('is added for a signed-in person, and proves nothing at that moment @passkey-14', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    const device = createAuthenticator(origin)
    const { browser, open } = await settingsOf(ada)
    const flow = await open()
    const made = device.create(optionsAt(flow, 'passkey_create_data'), { absent: true })
    const done = await browser.send(flow, { method: 'passkey', passkey_settings_register: made })
    expect(done.status).toBe(200)
    const { authentication_methods: methods } = (await browser.whoami()).body
    expect(methods.map(({ method }: { method: string }) => method)).toEqual(['password'])
    expect((await present(harness.browser(), device)).answer.status).toBe(200)
  })

  test('can neither sign up nor sign in @passkey-15', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await signUp(device, bob)
    expect((await present(harness.browser(), device, { absent: true })).answer.status).toBe(400)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const passkey_register = device.create(optionsAt(flow, 'passkey_create_data'), { absent: true })
    const refused = await browser.send(flow, { method: 'passkey', passkey_register, traits: { email: ada } })
    expect(refused.status).toBe(400)
  })
})

describe('the options that an operator sets for devices', () => {
  const asked = {
    authenticator_selection: { attachment: 'cross-platform', resident_key: 'preferred', user_verification: 'required' },
    attestation: { preference: 'direct' },
    timeouts: { registration: '2m', login: '90s' },
  }
  const rp = { id: 'localhost', display_name: 'Example', origins: [origin] }

  test('is in the questions, and an answer of an unchecked holder does not count @contract-july-7', async () => {
    harness = await createKeyHarness({ methods: { passkey: { enabled: true, config: { rp, ...asked } } } })
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const options = optionsAt(flow, 'passkey_create_data')
    expect(options.publicKey).toMatchObject({
      timeout: 120_000,
      attestation: 'direct',
      authenticatorSelection: {
        authenticatorAttachment: 'cross-platform',
        requireResidentKey: false,
        residentKey: 'preferred',
        userVerification: 'required',
      },
    })
    const device = createAuthenticator(origin)
    const unchecked = device.create(options, { unverified: true })
    const traits = { email: ada }
    expect((await browser.send(flow, { method: 'passkey', passkey_register: unchecked, traits })).status).toBe(400)

    await signUp(device)
    const visitor = harness.browser()
    const login = (await visitor.ask(start)).body
    expect(optionsAt(login, 'passkey_challenge').publicKey).toMatchObject({
      timeout: 90_000,
      userVerification: 'required',
    })
    expect((await present(harness.browser(), device, { unverified: true })).answer.status).toBe(400)
    expect((await present(harness.browser(), device)).answer.status).toBe(200)
  })
})
