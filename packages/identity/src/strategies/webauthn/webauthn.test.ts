import { createHash } from 'node:crypto'

import { createAuthenticator, type Authenticator } from '@gatehouse/testing/devices'
import { afterEach, describe, expect, test } from 'vitest'

import {
  buttons,
  field,
  messages,
  messagesAt,
  service,
  type Answer,
  type Browser,
  type Harness,
} from '../../flows/flow-harness.fixture.ts'
import { ada, bob, createKeyHarness, namesOf, optionsAt, origin } from './key-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const start = '/self-service/login/browser'
const settings = '/self-service/settings/browser'
const isRemoval = (node: { attributes: { name?: string } }) => node.attributes.name === 'webauthn_remove'

/** Adds a key in the settings of the signed-in person. */
async function addKey(browser: Browser, device: Authenticator, name = 'Blue key'): Promise<Answer> {
  const flow = (await browser.ask(settings)).body
  const webauthn_register = device.create(optionsAt(flow, 'webauthn_register_trigger'))
  return browser.send(flow, { method: 'webauthn', webauthn_register, webauthn_register_displayname: name })
}

async function accountWithKey(device: Authenticator, email = ada): Promise<Browser> {
  await harness.account(email)
  const browser = harness.browser()
  await browser.signIn(email)
  expect((await addKey(browser, device)).status).toBe(200)
  return browser
}

describe('as a second factor', () => {
  test('is added with a name, and the session is at the second level from then on', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    const browser = await accountWithKey(device)
    expect((await browser.whoami()).body).toMatchObject({
      authenticator_assurance_level: 'aal2',
      authentication_methods: [
        { method: 'password', aal: 'aal1' },
        { method: 'webauthn', aal: 'aal2' },
      ],
    })
    const button = (await browser.ask(settings)).body.ui.nodes.find(isRemoval)
    expect(button.meta.label).toMatchObject({ id: 1050018, context: { display_name: 'Blue key' } })
    expect(button.attributes.disabled).toBe(false)
  })

  test('is required after the password', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await accountWithKey(device)
    const browser = harness.browser()
    const first = await browser.signIn(ada)
    expect([first.status, first.body.redirect_browser_to]).toEqual([422, expect.stringContaining('aal=aal2')])
    const flow = (await browser.ask(`${start}?aal=aal2`)).body
    expect(messages(flow)).toEqual([1010004])
    expect(field(flow, 'identifier').attributes).toMatchObject({ type: 'hidden', value: ada })
    expect(namesOf(flow, 'webauthn').toSorted()).toEqual([
      'webauthn_login',
      'webauthn_login_trigger',
      'webauthn_script',
    ])
    const { value, onclick, onclickTrigger } = field(flow, 'webauthn_login_trigger').attributes
    expect([onclick, onclickTrigger]).toEqual([`window.oryWebAuthnLogin(${value})`, 'oryWebAuthnLogin'])
    const options = optionsAt(flow, 'webauthn_login_trigger')
    expect(options.publicKey).toMatchObject({ timeout: 120_000, userVerification: 'discouraged' })

    const bad = await browser.send(flow, { method: 'webauthn', identifier: ada, webauthn_login: '{}' })
    expect([bad.status, messages(bad.body)]).toEqual([400, [4000001]])
    expect(optionsAt(bad.body, 'webauthn_login_trigger')).toEqual(options)

    const webauthn_login = device.get(options)
    const missing = await browser.send(flow, { method: 'webauthn', webauthn_login })
    expect([missing.status, messagesAt(missing.body, 'identifier')]).toEqual([400, [4000002]])
    const done = await browser.send(flow, { method: 'webauthn', identifier: ada, webauthn_login })
    expect([done.status, done.body.session.authenticator_assurance_level]).toEqual([200, 'aal2'])
  })

  test('is submitted by a script without a method', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await accountWithKey(device)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask(`${start}?aal=aal2`)).body
    const webauthn_login = device.get(optionsAt(flow, 'webauthn_login_trigger'))
    const done = await browser.post(flow, { identifier: ada, webauthn_login })
    expect(done.status).toBe(303)
    expect((await browser.whoami()).body.authenticator_assurance_level).toBe('aal2')
  })

  test('cannot be another person’s, and is no first factor @webauthn-1', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    const strange = createAuthenticator(origin)
    await accountWithKey(device)
    await accountWithKey(strange, bob)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask(`${start}?aal=aal2`)).body
    const { publicKey } = optionsAt(flow, 'webauthn_login_trigger')
    const { allowCredentials: _own, ...anyKey } = publicKey
    const webauthn_login = strange.get({ publicKey: anyKey })
    const refused = await browser.send(flow, { method: 'webauthn', identifier: bob, webauthn_login })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000013]])
    expect((await browser.whoami()).status).toBe(403)

    const first = (await harness.browser().ask(start)).body
    expect(buttons(first)).not.toContain('method=webauthn')
    const visitor = harness.browser()
    const alone = (await visitor.ask(start)).body
    const only = await visitor.send(alone, {
      method: 'webauthn',
      identifier: ada,
      webauthn_login: device.get({ publicKey }),
    })
    expect([only.status, messages(only.body)]).toEqual([400, [4010002]])
  })

  test('answers a challenge once, right or wrong', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    await accountWithKey(device)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask(`${start}?aal=aal2`)).body
    const old = optionsAt(flow, 'webauthn_login_trigger')
    const wrong = device.get(old, { origin: 'http://evil.localhost' })
    const refused = await browser.send(flow, { method: 'webauthn', identifier: ada, webauthn_login: wrong })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000043]])
    const next = optionsAt(refused.body, 'webauthn_login_trigger')
    expect(field(refused.body, 'webauthn_login_trigger').attributes.onclick).toContain(next.publicKey.challenge)
    const late = await browser.send(flow, { method: 'webauthn', identifier: ada, webauthn_login: device.get(old) })
    expect(late.status).toBe(400)
    const third = optionsAt(late.body, 'webauthn_login_trigger')
    const good = device.get(third)
    const done = await browser.send(flow, { method: 'webauthn', identifier: ada, webauthn_login: good })
    expect(done.status).toBe(200)
  })

  test('is not for native apps', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    const app = harness.app()
    const { session_token: token } = (await app.signIn(ada)).body
    const flow = (await app.ask('/self-service/settings/api', token)).body
    expect(namesOf(flow, 'webauthn')).toEqual([])
    const refused = await app.send(flow, { method: 'webauthn', webauthn_register: '{}' }, token)
    expect([refused.status, messages(refused.body)]).toEqual([400, [4010004]])
  })

  test('can always be removed by its owner', async () => {
    harness = await createKeyHarness()
    const device = createAuthenticator(origin)
    const browser = await accountWithKey(device)
    const flow = (await browser.ask(settings)).body
    const { value } = flow.ui.nodes.find(isRemoval).attributes
    const unknown = await browser.send(flow, { method: 'webauthn', webauthn_remove: '00' })
    expect([unknown.status, messages(unknown.body)]).toEqual([400, [4000001]])
    const removed = await browser.send(flow, { webauthn_remove: value })
    expect([removed.status, messages(removed.body)]).toEqual([200, [1050001]])
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })

  test('needs the field for its name, which may be empty in forms', async () => {
    harness = await createKeyHarness()
    await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask(settings)).body
    const missing = await browser.send(flow, { method: 'webauthn', webauthn_register: 'garbage' })
    expect([missing.status, messages(missing.body)]).toEqual([400, []])
    expect(messagesAt(missing.body, 'webauthn_register_displayname')).toEqual([4000002])
    const named = { method: 'webauthn', webauthn_register_displayname: '' }
    const garbage = await browser.send(flow, { ...named, webauthn_register: 'garbage' })
    expect([garbage.status, messages(garbage.body)]).toEqual([400, [4000001]])
    const long = await browser.send(flow, {
      ...named,
      webauthn_register_displayname: 'x'.repeat(300),
      webauthn_register: '{}',
    })
    expect([long.status, messages(long.body)]).toEqual([400, [4000001]])
    const webauthn_register = createAuthenticator(origin).create(optionsAt(long.body, 'webauthn_register_trigger'))
    const added = await browser.post(flow, { webauthn_register, webauthn_register_displayname: '' })
    expect(added.status).toBe(303)
    const after = (await browser.ask(settings)).body
    expect(after.ui.nodes.find(isRemoval).meta.label.context.display_name).toBe('unnamed')
  })
})

describe('without a password', () => {
  async function signUp(device: Authenticator, email = ada): Promise<Answer> {
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const webauthn_register = device.create(optionsAt(flow, 'webauthn_register_trigger'))
    const fields = { webauthn_register, webauthn_register_displayname: 'Key', traits: { email } }
    return browser.send(flow, { method: 'webauthn', ...fields })
  }

  test('signs up, then in: the name first, then the key', async () => {
    harness = await createKeyHarness({ passwordless: true })
    const device = createAuthenticator(origin)
    expect((await signUp(device)).status).toBe(200)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    expect(buttons(flow)).toContain('method=webauthn')
    const begun = await browser.send(flow, { method: 'webauthn', identifier: ada })
    expect([begun.status, begun.body.redirect_browser_to]).toEqual([422, expect.stringContaining(flow.id)])
    const asked = (await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body
    expect(messages(asked)).toEqual([1010012])
    expect(field(asked, 'webauthn_login_trigger').meta.label.id).toBe(1010013)
    expect(field(asked, 'identifier').attributes).toMatchObject({ type: 'hidden', value: ada })
    const webauthn_login = device.get(optionsAt(asked, 'webauthn_login_trigger'))
    const done = await browser.send(flow, { method: 'webauthn', identifier: ada, webauthn_login })
    expect(done.status).toBe(200)
    expect(done.body.session.authentication_methods).toMatchObject([{ method: 'webauthn', aal: 'aal1' }])
  })

  test('continues in the same page without script', async () => {
    harness = await createKeyHarness({ passwordless: true })
    await signUp(createAuthenticator(origin))
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const begun = await browser.post(flow, { method: 'webauthn', identifier: ada })
    expect([begun.status, begun.location]).toEqual([303, expect.stringContaining(flow.id)])
  })

  test('has an answer for unknown names and names without a key', async () => {
    harness = await createKeyHarness({ passwordless: true })
    await harness.account(bob)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    for (const identifier of ['nobody@example.org', bob]) {
      const refused = await browser.send(flow, { method: 'webauthn', identifier })
      expect([refused.status, messages(refused.body)]).toEqual([400, [4000015]])
    }
    const missing = await browser.send(flow, { method: 'webauthn' })
    expect([missing.status, messagesAt(missing.body, 'identifier')]).toEqual([400, [4000002]])
  })

  test('keeps the only key', async () => {
    harness = await createKeyHarness({ passwordless: true })
    const device = createAuthenticator(origin)
    await signUp(device)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    await browser.send(flow, { method: 'webauthn', identifier: ada })
    const asked = (await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body
    const webauthn_login = device.get(optionsAt(asked, 'webauthn_login_trigger'))
    await browser.send(flow, { method: 'webauthn', identifier: ada, webauthn_login })
    const own = (await browser.ask(settings)).body
    const { value, disabled } = own.ui.nodes.find(isRemoval).attributes
    const refused = await browser.send(own, { method: 'webauthn', webauthn_remove: value })
    expect([disabled, refused.status, messages(refused.body)]).toEqual([true, 400, [4000001]])

    const confirm = (await browser.ask(`${start}?refresh=true`)).body
    const again = device.get(optionsAt(confirm, 'webauthn_login_trigger'))
    const confirmed = await browser.send(confirm, { method: 'webauthn', identifier: ada, webauthn_login: again })
    expect(confirmed.status).toBe(200)
  })

  test('is one of the methods on the second screen of a sign-in in two steps', async () => {
    harness = await createKeyHarness({ passwordless: true, flows: { login: { style: 'identifier_first' } } })
    await signUp(createAuthenticator(origin))
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    expect(buttons(flow)).not.toContain('method=webauthn')
    const second = await browser.send(flow, { method: 'identifier_first', identifier: ada })
    expect(buttons(second.body)).toEqual(['method=webauthn'])
    expect((await browser.send(flow, { method: 'webauthn', identifier: ada })).status).toBe(422)
  })
})

describe('the script', () => {
  test('is served at the address that pages get, and may be loaded from everywhere', async () => {
    harness = await createKeyHarness()
    const flow = (await harness.browser().ask(start)).body
    const script = flow.ui.nodes.find((node: { type: string }) => node.type === 'script').attributes
    expect(script).toMatchObject({
      id: 'webauthn_script',
      async: true,
      crossorigin: 'anonymous',
      type: 'text/javascript',
    })
    expect(script.src).toBe(`${service}/.well-known/ory/webauthn.js`)
    const response = await harness.raw(new Request(script.src))
    const text = await response.text()
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(script.integrity).toBe(`sha512-${createHash('sha512').update(text).digest('base64')}`)
  })
})
