import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowKinds } from '@gatehouse/contract/flows'
import { createIdentityClient, type IdentityClient } from './client.ts'
import { RequiredError } from './required-error.ts'
import { IdentityServiceUnreachable } from './unreachable.ts'
import { startWireServer } from './wire-server.fixture.ts'

const identity = {
  id: '6f1d4a34-22a5-4b9c-9d0c-4f5a6a3ac001',
  schema_id: 'default',
  schema_url: 'http://127.0.0.1/schemas/default',
  state: 'active',
  traits: { email: 'ada@example.com' },
  metadata_public: null,
  organization_id: null,
}
const flow = {
  id: '0b0fd3a3-6f5d-4c0a-a8a5-0c9d1d5f0001',
  type: 'browser',
  state: 'choose_method',
  ui: { action: 'http://127.0.0.1/self-service/login', method: 'POST', nodes: [] },
  identity,
  a_field_of_a_newer_service: true,
}
const session = { id: 'b0b5ec5c-4e5c-4f0e-8f0c-000000000001', active: true, identity }

let wire: Awaited<ReturnType<typeof startWireServer>>
let client: IdentityClient

beforeAll(async () => {
  wire = await startWireServer()
  client = createIdentityClient({ baseUrl: `${wire.baseUrl}/`, adminBaseUrl: wire.baseUrl, adminToken: 'ory_pat_1' })
})
beforeEach(() => {
  wire.seen.length = 0
})
afterAll(() => wire.close())

describe('starting and reading a flow', () => {
  test.each(flowKinds)('a %s flow is returned whole, with the cookies the service set', async (kind) => {
    wire.reply = {
      status: 200,
      body: flow,
      headers: { 'set-cookie': ['csrf_token_ab=1; Path=/; HttpOnly', 'other=2'] },
    }
    const answer = await client.createBrowserFlow(
      kind,
      { return_to: 'https://app.example/?a=b&c=d', aal: undefined },
      { cookie: 'csrf_token_ab=0; ory_kratos_session=s', forward: { 'X-Request-Id': 'r-1' } },
    )
    expect(answer).toMatchObject({
      kind: 'ok',
      status: 200,
      body: flow,
      setCookie: ['csrf_token_ab=1; Path=/; HttpOnly', 'other=2'],
    })
    expect(wire.seen[0]).toMatchObject({
      method: 'GET',
      url: `/self-service/${kind}/browser?return_to=https%3A%2F%2Fapp.example%2F%3Fa%3Db%26c%3Dd`,
      headers: {
        accept: 'application/json',
        cookie: 'csrf_token_ab=0; ory_kratos_session=s',
        'x-request-id': 'r-1',
      },
    })
  })

  test.each(flowKinds)('a native %s flow carries the session token and no cookie', async (kind) => {
    wire.reply = { status: 200, body: { ...flow, type: 'api' } }
    const answer = await client.createNativeFlow(kind, {}, { sessionToken: 'ory_st_abc' })
    expect(answer.kind).toBe('ok')
    expect(wire.seen[0]?.url).toBe(`/self-service/${kind}/api`)
    expect(wire.seen[0]?.headers['x-session-token']).toBe('ory_st_abc')
    expect(wire.seen[0]?.headers['cookie']).toBeUndefined()
  })

  test.each(flowKinds)('reading a %s flow names it in the query', async (kind) => {
    wire.reply = { status: 200, body: flow }
    expect((await client.getFlow(kind, { id: 'a b' })).kind).toBe('ok')
    expect(wire.seen[0]?.url).toBe(`/self-service/${kind}/flows?id=a%20b`)
  })

  test('the operations also go by the names of the SDK', async () => {
    wire.reply = { status: 200, body: flow }
    await client.createBrowserLoginFlow({ refresh: true })
    await client.getSettingsFlow({ id: 'f' })
    expect(wire.seen.map((one) => one.url)).toEqual([
      '/self-service/login/browser?refresh=true',
      '/self-service/settings/flows?id=f',
    ])
  })
})

describe('submitting a flow', () => {
  test('a form goes out as a form: repeated names and their order survive', async () => {
    wire.reply = { status: 200, body: { identity } }
    const body = new URLSearchParams('method=password&traits.tos=false&traits.tos=true&traits.name.first=Ad+a')
    const answer = await client.updateFlow('registration', { flow: 'f1', body }, { cookie: 'c=1' })
    expect(answer).toMatchObject({ kind: 'ok', body: { identity } })
    expect(wire.seen[0]).toMatchObject({
      method: 'POST',
      url: '/self-service/registration?flow=f1',
      body: 'method=password&traits.tos=false&traits.tos=true&traits.name.first=Ad+a',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', cookie: 'c=1' },
    })
  })

  test('an object goes out as JSON with every field, also those the SDK does not know', async () => {
    wire.reply = { status: 200, body: { session } }
    const body = { method: 'password', identifier: 'ada', password: 'p', remember_device: true }
    await client.updateLoginFlow({ flow: 'f1', updateLoginFlowBody: body }, { sessionToken: 'ory_st_x' })
    expect(JSON.parse(wire.seen[0]?.body ?? '')).toEqual(body)
    expect(wire.seen[0]?.headers['content-type']).toBe('application/json')
  })

  test('the token of a link travels beside the flow', async () => {
    wire.reply = { status: 200, body: flow }
    await client.updateRecoveryFlow({ flow: 'f1', updateRecoveryFlowBody: {}, query: { token: 't' } })
    expect(wire.seen[0]?.url).toBe('/self-service/recovery?flow=f1&token=t')
  })

  test('a form to correct differs from a refusal, both with status 400', async () => {
    wire.reply = { status: 400, body: flow }
    const submission = { flow: 'f1', body: new URLSearchParams() }
    expect(await client.updateFlow('login', submission)).toMatchObject({ kind: 'flow', status: 400, flow })
    wire.reply = { status: 400, body: { error: { code: 400, status: 'Bad Request', message: 'no' } } }
    expect(await client.updateFlow('login', submission)).toMatchObject({ kind: 'error', status: 400 })
  })

  test('a detour and an expired flow keep the address of the next step', async () => {
    const error = { id: 'browser_location_change_required', code: 422, status: 'Unprocessable Entity', message: 'm' }
    wire.reply = { status: 422, body: { error, redirect_browser_to: 'https://idp.example/authorize' } }
    const detour = await client.updateFlow('login', { flow: 'f1', body: {} })
    expect(detour).toMatchObject({ kind: 'error', envelope: { redirect_browser_to: 'https://idp.example/authorize' } })
    wire.reply = { status: 410, body: { error: { ...error, code: 410 }, use_flow_id: 'f2', since: 5 } }
    const expired = await client.updateFlow('login', { flow: 'f1', body: {} })
    expect(expired).toMatchObject({ kind: 'error', status: 410, envelope: { use_flow_id: 'f2' } })
  })

  test('a redirect is reported, not followed', async () => {
    wire.reply = { status: 303, headers: { location: '/self-service/recovery/flows?id=f2', 'set-cookie': 'a=b' } }
    expect(await client.updateFlow('recovery', { flow: 'f1', body: {} })).toMatchObject({
      kind: 'redirect',
      status: 303,
      location: '/self-service/recovery/flows?id=f2',
      setCookie: ['a=b'],
    })
    expect(wire.seen).toHaveLength(1)
  })
})

describe('a call that lacks a parameter', () => {
  const bodies = {
    login: 'updateLoginFlowBody',
    registration: 'updateRegistrationFlowBody',
    settings: 'updateSettingsFlowBody',
    recovery: 'updateRecoveryFlowBody',
    verification: 'updateVerificationFlowBody',
  } as const
  // Untyped callers exist: a missing value of a form or a terminal arrives like this.
  const nothing = JSON.parse('{}')

  test.each(flowKinds)('a submit of a %s flow without its id names `flow`', async (kind) => {
    const call = client.updateFlow(kind, { ...nothing, body: { method: 'x' } })
    await expect(call).rejects.toBeInstanceOf(RequiredError)
    await expect(call).rejects.toMatchObject({ name: 'RequiredError', field: 'flow' })
    expect(wire.seen).toHaveLength(0)
  })

  test.each(flowKinds)('a submit of a %s flow without a body names the body', async (kind) => {
    const call = client.updateFlow(kind, { flow: 'f1', ...nothing })
    await expect(call).rejects.toMatchObject({ name: 'RequiredError', field: bodies[kind] })
    await expect(call).rejects.toThrow(`Required parameter "${bodies[kind]}" was null or undefined`)
    expect(wire.seen).toHaveLength(0)
  })

  test('the same under the names of the SDK', async () => {
    const calls = [
      client.updateLoginFlow({ flow: 'f', ...nothing }),
      client.updateRegistrationFlow({ flow: 'f', ...nothing }),
      client.updateSettingsFlow({ flow: 'f', ...nothing }),
      client.updateRecoveryFlow({ flow: 'f', ...nothing }),
      client.updateVerificationFlow({ flow: 'f', ...nothing }),
      client.updateLoginFlow(nothing),
    ]
    const fields = (await Promise.allSettled(calls)).map((one) => one.status === 'rejected' && one.reason.field)
    expect(fields).toEqual([...Object.values(bodies), 'flow'])
  })

  test('reading without an id names `id`', async () => {
    await expect(client.getFlow('login', nothing)).rejects.toMatchObject({ field: 'id' })
    await expect(client.getFlowError(nothing)).rejects.toMatchObject({ field: 'id' })
    await expect(client.disableMySession(nothing)).rejects.toMatchObject({ field: 'id' })
    await expect(client.performNativeLogout(nothing)).rejects.toMatchObject({ field: 'performNativeLogoutBody' })
  })
})

describe('sessions, signing out, errors, schemas', () => {
  test('whoami answers the session, or 401 as an outcome', async () => {
    wire.reply = { status: 200, body: session }
    expect(await client.toSession({ tokenize_as: 'jwt' }, { cookie: 'c=1' })).toMatchObject({
      kind: 'ok',
      body: session,
    })
    expect(wire.seen[0]?.url).toBe('/sessions/whoami?tokenize_as=jwt')
    wire.reply = { status: 401, body: { error: { code: 401, status: 'Unauthorized', message: 'no session' } } }
    expect(await client.toSession()).toMatchObject({ kind: 'error', status: 401 })
  })

  test('lists, ends one, ends all others', async () => {
    wire.reply = { status: 200, body: [session], headers: { 'x-total-count': '7' } }
    const list = await client.listMySessions({ page_size: 2 }, { cookie: 'c=1' })
    expect(list).toMatchObject({ kind: 'ok', body: [session] })
    expect(list.headers.get('x-total-count')).toBe('7')
    wire.reply = { status: 204 }
    expect(await client.disableMySession({ id: 's1' })).toMatchObject({ kind: 'ok', status: 204, body: undefined })
    wire.reply = { status: 200, body: { count: 3 } }
    expect(await client.disableMyOtherSessions({ cookie: 'c=1' })).toMatchObject({ kind: 'ok', body: { count: 3 } })
    expect(wire.seen.map((one) => `${one.method} ${one.url}`)).toEqual([
      'GET /sessions?page_size=2',
      'DELETE /sessions/s1',
      'DELETE /sessions',
    ])
  })

  test('signs out a browser and a native session', async () => {
    wire.reply = { status: 200, body: { logout_url: 'http://x/self-service/logout?token=t', logout_token: 't' } }
    expect(await client.createBrowserLogoutFlow({ return_to: '/' }, { cookie: 'c=1' })).toMatchObject({ kind: 'ok' })
    wire.reply = { status: 204, headers: { 'set-cookie': 'ory_kratos_session=; Max-Age=0' } }
    const done = await client.updateLogoutFlow({ token: 't' }, { cookie: 'c=1' })
    expect(done).toMatchObject({ kind: 'ok', setCookie: ['ory_kratos_session=; Max-Age=0'] })
    await client.performNativeLogout({ performNativeLogoutBody: { session_token: 'ory_st_1' } })
    expect(wire.seen.map((one) => `${one.method} ${one.url} ${one.body}`)).toEqual([
      'GET /self-service/logout/browser?return_to=%2F ',
      'GET /self-service/logout?token=t ',
      'DELETE /self-service/logout/api {"session_token":"ory_st_1"}',
    ])
  })

  test('reads a stored error and the schemas', async () => {
    wire.reply = { status: 200, body: { id: 'e1', error: { code: 500 } } }
    expect(await client.getFlowError({ id: 'e1' })).toMatchObject({ kind: 'ok', body: { id: 'e1' } })
    wire.reply = { status: 200, body: [{ id: 'default', schema: { type: 'object' } }] }
    expect(await client.listIdentitySchemas()).toMatchObject({ kind: 'ok' })
    wire.reply = { status: 200, body: { type: 'object' } }
    expect(await client.getIdentitySchema({ id: 'default' })).toMatchObject({ kind: 'ok', body: { type: 'object' } })
  })
})

describe('a service that misbehaves', () => {
  test.each([
    ['a proxy page instead of a flow', 200, '<!doctype html><h1>Welcome</h1>', 502],
    ['an empty answer instead of a flow', 200, undefined, 502],
    ['half a JSON text', 200, '{"id":"', 502],
    ['JSON that is no flow', 200, '{"id":"x"}', 502],
    ['a gateway time-out page', 504, '<h1>504</h1>', 504],
    ['a refusal without an envelope', 429, 'slow down', 429],
  ])('%s is an outcome that says so', async (_, status, body, expected) => {
    wire.reply = { status, headers: { 'content-type': 'text/html' }, ...(body === undefined ? {} : { body }) }
    const answer = await client.createBrowserFlow('login')
    expect(answer).toMatchObject({
      kind: 'error',
      status: expected,
      envelope: { error: { id: 'malformed_answer', code: expected } },
      malformed: { status, contentType: 'text/html', excerpt: body ?? '' },
    })
  })

  test('a redirect without a target is no redirect', async () => {
    wire.reply = { status: 302 }
    expect(await client.toSession()).toMatchObject({ kind: 'error', status: 502 })
  })

  test('a refused connection names the address and keeps the cause', async () => {
    const closed = await startWireServer()
    await closed.close()
    const call = createIdentityClient({ baseUrl: closed.baseUrl }).toSession()
    await expect(call).rejects.toBeInstanceOf(IdentityServiceUnreachable)
    await expect(call).rejects.toMatchObject({ baseUrl: closed.baseUrl, timedOut: false, cause: expect.any(Error) })
  })

  test('a call to a service that never answers ends after the time-out', async () => {
    wire.reply = 'never'
    const call = createIdentityClient({ baseUrl: wire.baseUrl, timeoutMs: 60 }).toSession()
    await expect(call).rejects.toMatchObject({ name: 'IdentityServiceUnreachable', timedOut: true })
  })

  test('an answer that breaks off half way is no answer', async () => {
    wire.reply = { status: 200, body: '{"id":', breakOff: true }
    await expect(client.toSession()).rejects.toBeInstanceOf(IdentityServiceUnreachable)
  })
})

test('a service in the same process is called without a network', async () => {
  const requests: Request[] = []
  const embedded = createIdentityClient({
    baseUrl: 'http://embedded.invalid',
    fetch: async (request) => {
      requests.push(request)
      return Response.json(session)
    },
  })
  expect(await embedded.toSession({}, { cookie: 'a=b' })).toMatchObject({ kind: 'ok', body: session })
  expect(requests[0]?.headers.get('cookie')).toBe('a=b')
})

describe('the admin client', () => {
  test('sends the key, pages by its own query names and returns identities whole', async () => {
    wire.reply = {
      status: 200,
      body: [{ ...identity, added_later: 1 }],
      headers: { link: '</admin/identities>; rel="first"' },
    }
    const answer = await client.admin?.listIdentities({ page_size: 2, ids: ['a', 'b'], include_credential: ['oidc'] })
    expect(answer).toMatchObject({ kind: 'ok', body: [{ ...identity, added_later: 1 }] })
    expect(wire.seen[0]?.url).toBe('/admin/identities?page_size=2&ids=a&ids=b&include_credential=oidc')
    expect(wire.seen[0]?.headers['authorization']).toBe('Bearer ory_pat_1')
  })

  test('creates, replaces, patches and deletes', async () => {
    const admin = client.admin
    if (admin === undefined) throw new Error('the admin client is missing')
    wire.reply = { status: 201, body: identity }
    expect(await admin.createIdentity({ schema_id: 'default', traits: {}, later: 1 })).toMatchObject({ status: 201 })
    wire.reply = { status: 200, body: identity }
    await admin.updateIdentity({ id: 'i' }, { schema_id: 'default', traits: {}, state: 'active' })
    await admin.patchIdentity({ id: 'i' }, [{ op: 'replace', path: '/state', value: 'inactive' }])
    wire.reply = { status: 204 }
    await admin.deleteIdentity({ id: 'i' })
    await admin.deleteIdentityCredentials({ id: 'i', type: 'oidc', identifier: 'google:1' })
    wire.reply = { status: 200, body: { identities: [{ action: 'create', identity: 'i' }] } }
    expect(await admin.batchPatchIdentities({ identities: [] })).toMatchObject({ kind: 'ok' })
    expect(wire.seen.map((one) => `${one.method} ${one.url} ${one.body}`)).toEqual([
      'POST /admin/identities {"schema_id":"default","traits":{},"later":1}',
      'PUT /admin/identities/i {"schema_id":"default","traits":{},"state":"active"}',
      'PATCH /admin/identities/i [{"op":"replace","path":"/state","value":"inactive"}]',
      'DELETE /admin/identities/i ',
      'DELETE /admin/identities/i/credentials/oidc?identifier=google%3A1 ',
      'PATCH /admin/identities {"identities":[]}',
    ])
  })

  test('sessions, recovery codes and the courier', async () => {
    const admin = client.admin
    if (admin === undefined) throw new Error('the admin client is missing')
    wire.reply = { status: 200, body: [session] }
    expect(await admin.listSessions({ active: true, expand: ['identity', 'devices'] })).toMatchObject({ kind: 'ok' })
    expect(await admin.listIdentitySessions({ id: 'i' })).toMatchObject({ kind: 'ok' })
    wire.reply = { status: 204 }
    expect(await admin.extendSession({ id: 's' })).toMatchObject({ kind: 'ok', body: undefined })
    expect(await admin.disableSession({ id: 's' })).toMatchObject({ kind: 'ok' })
    expect(await admin.deleteIdentitySessions({ id: 'i' })).toMatchObject({ kind: 'ok' })
    wire.reply = { status: 201, body: { recovery_code: '123456', recovery_link: 'http://x/recovery?flow=f' } }
    expect(await admin.createRecoveryCodeForIdentity({ identity_id: 'i' })).toMatchObject({ kind: 'ok', status: 201 })
    wire.reply = { status: 200, body: [{ id: 'm', recipient: 'ada@example.com' }] }
    expect(await admin.listCourierMessages({ status: 'sent' })).toMatchObject({ kind: 'ok' })
    expect(wire.seen.map((one) => `${one.method} ${one.url}`)).toEqual([
      'GET /admin/sessions?active=true&expand=identity&expand=devices',
      'GET /admin/identities/i/sessions',
      'PATCH /admin/sessions/s/extend',
      'DELETE /admin/sessions/s',
      'DELETE /admin/identities/i/sessions',
      'POST /admin/recovery/code',
      'GET /admin/courier/messages?status=sent',
    ])
  })
})
