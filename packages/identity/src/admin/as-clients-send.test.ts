import { afterEach, describe, expect, test } from 'vitest'

import { createHarness, goodPassword, type Harness } from '../flows/flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const bob = { email: 'bob@example.org' }
const newId = '00000000-0000-4000-8000-000000000000'

function addresses(more: object) {
  const { verified_at: _verified, status: _status, ...recovery } = { verified_at: null, status: null, ...more }
  return {
    verifiable_addresses: [{ value: ada, via: 'email', verified: true, status: 'completed', ...more }],
    recovery_addresses: [{ value: ada, via: 'email', ...recovery }],
  }
}

describe('requests of clients for Ory Kratos are accepted', () => {
  test('sessions are expanded in any case of the names', async () => {
    harness = await createHarness()
    await harness.account(ada)
    await harness.browser().signIn(ada)
    const list = await harness.admin('GET', '/sessions?expand=Identity&expand=Devices')
    expect([list.status, list.body[0].identity.traits.email, list.body[0].devices.length]).toEqual([200, ada, 1])
    const one = await harness.admin('GET', `/sessions/${list.body[0].id}?expand=Identity&expand=DEVICES`)
    expect([one.status, one.body.identity.traits.email, one.body.devices.length]).toEqual([200, ada, 1])
    expect((await harness.admin('GET', '/sessions?expand=Nothing')).status).toBe(400)
  })

  test('an identity that was read can be changed and written back', async () => {
    harness = await createHarness()
    const id = await harness.account(ada, { metadata_admin: { plan: 'gold' }, external_id: 'a-1' })
    const types = ['password', 'oidc', 'totp', 'webauthn', 'passkey', 'lookup_secret', 'code']
    for (const query of ['', `?${types.map((type) => `include_credential=${type}`).join('&')}`]) {
      const read = (await harness.admin('GET', `/identities/${id}${query}`)).body
      const written = await harness.admin('PUT', `/identities/${id}`, {
        ...read,
        traits: { ...read.traits, name: { first: query } },
      })
      expect([written.status, written.body.error]).toEqual([200, undefined])
      expect(written.body).toMatchObject({
        traits: { email: ada, name: { first: query } },
        external_id: 'a-1',
        metadata_admin: { plan: 'gold' },
        state: 'active',
      })
      expect((await harness.browser().signIn(ada)).status).toBe(200)
    }
  })

  test('schema and state that are left out stay as they are', async () => {
    harness = await createHarness()
    const id = await harness.account(ada, { state: 'inactive' })
    const written = await harness.admin('PUT', `/identities/${id}`, { traits: { email: ada } })
    expect([written.status, written.body.schema_id, written.body.state]).toEqual([200, 'person', 'inactive'])
    expect((await harness.admin('PUT', `/identities/${id}`, { state: 'active' })).status).toBe(400)
    const password = { password: { config: { password: `${goodPassword}-2` } } }
    const back = { traits: { email: ada }, state: 'active', credentials: password, unknown: true }
    expect((await harness.admin('PUT', `/identities/${id}`, back)).body.state).toBe('active')
    expect((await harness.browser().signIn(ada, `${goodPassword}-2`)).status).toBe(200)
    expect((await harness.admin('PUT', `/identities/${id}`, { ...back, state: 'asleep' })).status).toBe(400)
  })

  test('a linked account that is not named cannot be removed: 400, not 404', async () => {
    harness = await createHarness()
    const providers = [{ provider: 'acme', subject: 'ada' }]
    const id = await harness.account(ada, { credentials: { oidc: { config: { providers } } } })
    const path = `/identities/${id}/credentials/oidc`
    expect((await harness.admin('DELETE', path)).status).toBe(400)
    expect((await harness.admin('DELETE', `${path}?identifier=`)).status).toBe(400)
    expect((await harness.admin('DELETE', `${path}?identifier=acme:bob`)).status).toBe(404)
  })

  test('an empty body and a patch that is none are refused with a reason', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const refusals = [
      await harness.admin('POST', '/identities'),
      await harness.admin('PUT', `/identities/${id}`),
      await harness.admin('PATCH', `/identities/${id}`, { op: 'replace' }),
      await harness.admin('PATCH', `/identities/${id}`, [{ op: 'shuffle', path: '/traits' }]),
      await harness.admin('PATCH', `/identities/${id}`, [{ op: 'remove', path: '/traits' }]),
    ]
    for (const { status, body } of refusals) expect([status, body.error.reason]).toEqual([400, expect.any(String)])
  })
})

test('the subject of a mail carries the code, and is kept no longer than the text', async () => {
  harness = await createHarness()
  await harness.account(ada)
  const flow = (await harness.app().ask('/self-service/recovery/api')).body
  await harness.app().send(flow, { method: 'code', email: ada })
  const code = await harness.codeFor(ada)
  expect((await harness.messagesTo(ada))[0]).toMatchObject({
    subject: `${code} is your code to recover your account`,
  })
})

describe('bodies of generated clients are accepted', () => {
  const nulls = {
    id: null,
    schema_id: null,
    state: null,
    external_id: null,
    organization_id: null,
    metadata_public: null,
    metadata_admin: null,
    credentials: null,
    verifiable_addresses: null,
    recovery_addresses: null,
  }
  const password = { config: { password: goodPassword, hashed_password: null, use_password_migration_hook: null } }

  test.each([
    ['every key that says nothing', nulls],
    ['a schema that is left out', {}],
    ['an empty state and schema', { state: '', schema_id: '' }],
    ['credentials of which one is given', { ...nulls, credentials: { password, oidc: null, saml: null } }],
    ['credentials without their config', { credentials: { password: null, oidc: { config: null } } }],
    ['a provider with nulls', oidc({ organization: null, use_auto_link: null })],
    ['addresses with nulls', addresses({ id: null, verified_at: null, created_at: null, updated_at: null })],
    ['no addresses', { verifiable_addresses: [], recovery_addresses: [] }],
  ])('by POST and PUT: %s @admin-clients-1', async (_what, body) => {
    harness = await createHarness()
    const made = await harness.admin('POST', '/identities', { ...body, traits: { email: ada } })
    expect([made.status, made.body.error]).toEqual([201, undefined])
    expect(made.body).toMatchObject({ schema_id: 'person', state: 'active', metadata_public: null })
    const { id: _id, ...rest } = body as { id?: unknown }
    const put = await harness.admin('PUT', `/identities/${made.body.id}`, { ...rest, traits: { email: ada } })
    expect([put.status, put.body.error]).toEqual([200, undefined])
    expect(put.body).toMatchObject({ schema_id: 'person', state: 'active' })
    await harness.admin('DELETE', `/identities/${made.body.id}`)
    const batch = await harness.admin('PATCH', '/identities', {
      identities: [{ create: { ...rest, traits: { email: 'bob@example.org' } }, patch_id: null }],
    })
    const [one] = batch.body.identities
    expect([batch.status, one.action, one.error]).toEqual([200, 'create', undefined])
  })

  function oidc(more: object) {
    return { credentials: { oidc: { config: { providers: [{ provider: 'acme', subject: 'x', ...more }] } } } }
  }

  // Tried with Ory Kratos 1.3.1, except for `POST /admin/sessions` and `/admin/test-login-flows`, which it lacks.
  test.each<[method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown, status: number]>([
    ['POST', '/recovery/code', { identity_id: 'ID', expires_in: null, flow_type: null }, 201],
    ['POST', '/recovery/code', { identity_id: 'ID', expires_in: '', flow_type: '' }, 201],
    ['POST', '/recovery/link', { identity_id: 'ID', expires_in: null }, 200],
    ['POST', '/recovery/link', { identity_id: 'ID', expires_in: '' }, 200],
    ['POST', '/sessions', { action: 'disable', identities: ['ID'], sessions: null }, 200],
    ['POST', '/sessions', { action: 'disable', identities: ['ID'], sessions: [] }, 200],
    ['POST', '/sessions', { action: 'delete', identities: null, sessions: [newId] }, 200],
    ['PATCH', '/identities', { identities: null }, 200],
    ['PATCH', '/identities', {}, 200],
    ['PATCH', '/identities/ID', [{ op: 'replace', path: '/state', value: null }], 200],
    ['PATCH', '/identities/ID', [{ op: 'replace', path: '/schema_id', value: null }], 200],
    ['PATCH', '/identities/ID', [{ op: 'remove', path: '/state' }], 200],
    ['PATCH', '/identities/ID', [{ op: 'replace', path: '/metadata_public', value: null }], 200],
    ['PATCH', '/identities/ID', [{ op: 'replace', path: '/state', value: '' }], 400],
    ['PATCH', '/identities/ID', [{ op: 'replace', path: '/traits', value: null }], 400],
    ['POST', '/identities', { traits: bob, ...addresses({ value: bob.email, status: '', id: newId }) }, 201],
    ['POST', '/identities', { traits: bob, verifiable_addresses: [{ value: bob.email, via: '', status: '' }] }, 201],
    ['POST', '/identities', { traits: bob, recovery_addresses: [{ value: bob.email, via: '' }] }, 201],
    ['POST', '/identities', { traits: bob, credentials: {} }, 201],
    ['POST', '/identities', { traits: bob, credentials: { oidc: { config: { providers: null } } } }, 201],
    ['POST', '/identities', { traits: bob, credentials: { oidc: { config: { providers: [] } } } }, 201],
    ['POST', '/identities', { traits: null }, 400],
    ['PUT', '/identities/ID', { traits: { email: ada }, state: '', schema_id: '', credentials: null }, 200],
  ])('%s %s %j @admin-clients-3', async (method, path, body, status) => {
    harness = await createHarness({ selfservice: { methods: { link: { enabled: true } } } })
    const id = await harness.account(ada, { state: 'inactive' })
    const sent: unknown = JSON.parse(JSON.stringify(body).replaceAll('"ID"', `"${id}"`))
    const answer = await harness.admin(method, path.replace('ID', id), sent)
    expect([answer.status, answer.body.error === undefined]).toEqual([status, status < 400])
    const { state, schema_id: schema } = (await harness.admin('GET', `/identities/${id}`)).body
    expect([state, schema]).toEqual(['inactive', 'person'])
  })

  // Tried with Ory Kratos 1.3.1.
  test.each<[method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown, ofAnyType: boolean]>([
    ['POST', '/recovery/code', { identity_id: 'ID' }, false],
    ['POST', '/recovery/link', { identity_id: 'ID' }, false],
    ['PUT', '/identities/ID', { traits: { email: ada } }, false],
    ['POST', '/identities', { traits: {} }, true],
    ['PATCH', '/identities/ID', [{ op: 'replace', path: '/metadata_public', value: {} }], true],
    ['PATCH', '/identities', { identities: [] }, true],
  ])('%s %s %j is accepted under another content type: %s @admin-clients-4', async (method, path, body, ofAnyType) => {
    harness = await createHarness({ selfservice: { methods: { link: { enabled: true } } } })
    const id = await harness.account(ada)
    const sent: unknown = JSON.parse(JSON.stringify(body).replaceAll('"ID"', `"${id}"`))
    const statusOf = async (type: string) =>
      (await harness.admin(method, path.replace('ID', id), sent, { 'content-type': type })).status
    const right = await statusOf('application/json')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json', ''])
      expect([type, await statusOf(type)]).toEqual([type, ofAnyType ? right : 400])
    for (const type of ['Application/JSON; charset=utf-8', 'text/plain, application/json'])
      expect([type, await statusOf(type)]).toEqual([type, right])
  })

  test('an exported identity is created again under another name, and written back with nulls @admin-clients-2', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const read = (await harness.admin('GET', `/identities/${id}`)).body
    const written = await harness.admin('PUT', `/identities/${id}`, {
      ...read,
      state: null,
      organization_id: null,
      external_id: null,
      credentials: { ...read.credentials, oidc: null },
    })
    expect([written.status, written.body.error]).toEqual([200, undefined])
    expect((await harness.browser().signIn(ada)).status).toBe(200)
    const refused = await harness.admin('PUT', `/identities/${id}`, { ...read, traits: null })
    expect([refused.status, refused.body.error.reason]).toEqual([
      400,
      expect.stringContaining('The field "traits" is wrong: it has to be a mapping of keys, not null'),
    ])
  })
})
