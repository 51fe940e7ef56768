import { randomUUID } from 'node:crypto'

import { createAuthenticator } from '@gatehouse/testing/devices'
import { afterEach, expect, test } from 'vitest'

import type { Harness } from '../flows/flow-harness.fixture.ts'
import { ada, bob, createKeyHarness, optionsAt, origin } from '../strategies/webauthn/key-harness.fixture.ts'

const harnesses: Harness[] = []
afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.stop()
})

async function open(): Promise<Harness> {
  const harness = await createKeyHarness()
  harnesses.push(harness)
  return harness
}

const login = '/self-service/login/browser'
const password = { config: { password: 'correct-Horse-battery-9' } }

/** Creates an account with a passkey and a security key; returns them as an administrator reads them on request. */
async function accountOfAnotherService() {
  const harness = await open()
  const [passkey, stick] = [createAuthenticator(origin), createAuthenticator(origin)]
  const id = await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  const settings = async () => (await browser.ask('/self-service/settings/browser')).body
  const first = await settings()
  const passkey_settings_register = passkey.create(optionsAt(first, 'passkey_create_data'))
  expect((await browser.send(first, { method: 'passkey', passkey_settings_register })).status).toBe(200)
  const second = await settings()
  const webauthn_register = stick.create(optionsAt(second, 'webauthn_register_trigger'))
  const named = { webauthn_register, webauthn_register_displayname: 'Blue key' }
  expect((await browser.send(second, { method: 'webauthn', ...named })).status).toBe(200)
  const { body } = await harness.admin('GET', `/identities/${id}?include_credential=passkey,webauthn`)
  const keys = {
    passkey: { config: body.credentials.passkey.config },
    webauthn: { config: body.credentials.webauthn.config },
  }
  return { id, passkey, stick, keys }
}

const create = (harness: Harness, body: object) =>
  harness.admin('POST', '/identities', { schema_id: 'person', traits: { email: ada }, ...body })

test('passkeys and security keys come with an imported account, under its old id, and open it', async () => {
  const { id, passkey, stick, keys } = await accountOfAnotherService()
  const harness = await open()
  const made = await create(harness, { id, credentials: { password, ...keys } })
  expect([made.status, made.body.id]).toEqual([201, id])

  const shown = (await harness.admin('GET', `/identities/${id}?include_credential=passkey,webauthn`)).body.credentials
  expect(shown.passkey.config).toEqual(keys.passkey.config)
  expect(shown.webauthn.config.credentials[0]).toMatchObject({ display_name: 'Blue key', is_passwordless: false })

  const discovered = harness.browser()
  const form = (await discovered.ask(login)).body
  const passkey_login = passkey.get(optionsAt(form, 'passkey_challenge'))
  // A passkey that verified its owner is both steps.
  expect((await discovered.send(form, { method: 'passkey', passkey_login })).status).toBe(200)

  const browser = harness.browser()
  expect((await browser.signIn(ada)).status).toBe(422)
  const step = (await browser.ask(`${login}?aal=aal2`)).body
  const webauthn_login = stick.get(optionsAt(step, 'webauthn_login_trigger'))
  expect((await browser.send(step, { method: 'webauthn', identifier: ada, webauthn_login })).status).toBe(200)
  expect((await browser.whoami()).body).toMatchObject({ authenticator_assurance_level: 'aal2', identity: { id } })
})

test('a key and an id have one owner @import-keys-1', async () => {
  const { id, keys } = await accountOfAnotherService()
  const harness = await open()
  expect((await create(harness, { id, credentials: { password, ...keys } })).status).toBe(201)
  const second = { traits: { email: bob } }
  expect((await create(harness, { ...second, credentials: { webauthn: keys.webauthn } })).status).toBe(409)
  expect((await create(harness, { ...second, id })).status).toBe(409)
  expect((await create(harness, { ...second, id: id.toUpperCase() })).status).toBe(409)
  expect((await create(harness, second)).status).toBe(201)
})

const noKey = Buffer.from('no key').toString('base64')
test.each([
  [{ id: '00000000-0000-0000-0000-000000000000' }],
  [{ id: 'ada' }],
  [{ credentials: { passkey: { config: {} } } }],
  [{ credentials: { passkey: { config: { credentials: [] } } } }],
  [{ credentials: { webauthn: { config: { credentials: [{ id: 'AAAA', public_key: noKey }] } } } }],
  [{ credentials: { webauthn: { config: { credentials: [{ id: '', public_key: 'pQECAyYgASFYIA==' }] } } } }],
])('%j cannot be imported', async (body) => {
  const harness = await open()
  expect((await create(harness, body)).status).toBe(400)
  expect((await harness.admin('GET', '/identities')).body).toEqual([])
})

test('passkeys without the handle that authenticators know cannot be imported', async () => {
  const { keys } = await accountOfAnotherService()
  const harness = await open()
  const { credentials } = keys.passkey.config
  const refused = await create(harness, { id: randomUUID(), credentials: { passkey: { config: { credentials } } } })
  expect([refused.status, refused.body.error.reason]).toEqual([400, expect.stringContaining('user_handle')])
})

test('backup codes may be named as the hosted product names them', async () => {
  const harness = await open()
  const codes = [{ code: 'abcdefgh' }, { code: 'efgh6789', used_at: '2025-12-31T23:00:00+01:00' }]
  const made = await create(harness, { credentials: { lookup_secret: { config: { codes } } } })
  const read = await harness.admin('GET', `/identities/${made.body.id}?include_credential=lookup_secret`)
  expect(read.body.credentials.lookup_secret.config.recovery_codes).toEqual([
    { code: 'abcdefgh' },
    { code: 'efgh6789', used_at: '2025-12-31T22:00:00.000Z' },
  ])
})

test('security keys are removed as second factors; one that signs in stays, and passkeys are for their owner to remove', async () => {
  const { keys } = await accountOfAnotherService()
  const harness = await open()
  const [stick] = keys.webauthn.config.credentials
  const other = { ...stick, id: Buffer.from('another key').toString('base64'), is_passwordless: true }
  const webauthn = { config: { ...keys.webauthn.config, credentials: [stick, other] } }
  const { body } = await create(harness, { credentials: { password, webauthn, passkey: keys.passkey } })
  const remove = async (type: string) => {
    const answer = await harness.admin('DELETE', `/identities/${body.id}/credentials/${type}`)
    return [answer.status, answer.body?.error?.reason]
  }
  expect(await remove('passkey')).toEqual([400, 'Credentials of type passkey cannot be removed.'])
  expect((await remove('webauthn'))[0]).toBe(204)
  const left = (await harness.admin('GET', `/identities/${body.id}?include_credential=webauthn`)).body.credentials
  expect(left.webauthn.config.credentials).toEqual([expect.objectContaining({ is_passwordless: true })])
  expect(left.passkey.identifiers).toHaveLength(1)
})
