import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOAuth2Client, type OAuth2AdminClient } from './oauth2-client.ts'
import { startWireServer } from './wire-server.fixture.ts'

const request = {
  challenge: 'c/+=',
  subject: 'ada',
  skip: false,
  requested_scope: ['openid'],
  requested_access_token_audience: [],
  client: { client_id: 'app', client_name: 'App' },
}
const consent = {
  grant_scope: ['openid'],
  grant_access_token_audience: [],
  remember: true,
  remember_for: 60,
  session: { id_token: { email: 'a@example.org' }, access_token: {} },
}

let wire: Awaited<ReturnType<typeof startWireServer>>
let client: OAuth2AdminClient
beforeAll(async () => {
  wire = await startWireServer()
  client = createOAuth2Client({ baseUrl: `${wire.baseUrl}/`, token: 'a-key', timeoutMs: 15_000 })
})
beforeEach(() => {
  wire.seen.length = 0
})
afterAll(() => wire.close())

const onward = 'https://id.example/oauth2/auth?verifier=v'
const at = '/admin/oauth2/auth/requests'

describe('the admin API of an OAuth2 server', () => {
  test.each([
    ['PUT', `${at}/consent/accept?consent_challenge=c`, () => client.acceptConsentRequest('c', consent), consent],
    [
      'PUT',
      `${at}/consent/reject?consent_challenge=c`,
      () => client.rejectConsentRequest('c'),
      { error: 'access_denied', error_description: 'The person said no.' },
    ],
    ['PUT', `${at}/logout/accept?logout_challenge=c`, () => client.acceptLogoutRequest('c'), null],
    ['PUT', `${at}/device/accept?device_challenge=c`, () => client.acceptUserCode('c', 'ABC'), { user_code: 'ABC' }],
  ] as const)('%s %s leads on', async (method, url, call, body) => {
    wire.reply = { status: 200, body: { redirect_to: onward } }
    expect(await call()).toEqual({ kind: 'ok', body: onward })
    const [seen] = wire.seen
    expect(seen).toMatchObject({ method, url, headers: { authorization: 'Bearer a-key' } })
    expect(JSON.parse(seen?.body || 'null')).toEqual(body)
  })

  test('a consent request is returned whole', async () => {
    wire.reply = { status: 200, body: request }
    expect(await client.getConsentRequest('c/+=')).toEqual({ kind: 'ok', body: request })
    expect(wire.seen[0]?.url).toBe(`${at}/consent?consent_challenge=c%2F%2B%3D`)
  })

  test.each([{ client: { client_id: '' } }, { client: null }, {}])('a sign-out without a client: %j', async (more) => {
    wire.reply = { status: 200, body: { subject: 'ada', ...more } }
    const body = { challenge: 'c', subject: 'ada', client: undefined }
    expect(await client.getLogoutRequest('c')).toEqual({ kind: 'ok', body })
  })

  test('a rejected sign-out has no answer', async () => {
    wire.reply = { status: 204 }
    expect(await client.rejectLogoutRequest('c')).toMatchObject({ kind: 'ok' })
  })

  test.each([400, 401, 404, 410])('%i: the request is over', async (status) => {
    wire.reply = { status, body: { error: 'Not Found' } }
    expect(await client.getConsentRequest('c')).toEqual({ kind: 'over', status })
  })

  test.each([
    { status: 403, body: {} },
    { status: 500, body: '<html>' },
    { status: 200, body: '<html>' },
    { status: 200, body: { challenge: 'c' } },
    { status: 200, body: request, breakOff: true },
  ] as const)('%j is a failure, never an exception', async (reply) => {
    wire.reply = reply
    expect(await client.getConsentRequest('c')).toMatchObject({ kind: 'failed' })
  })

  test('no answer in time is a failure', async () => {
    wire.reply = 'never'
    const impatient = createOAuth2Client({ baseUrl: `${wire.baseUrl}/`, token: 'a-key', timeoutMs: 50 })
    expect(await impatient.getConsentRequest('c')).toMatchObject({ kind: 'failed' })
  })

  test('an answer with an invalid redirect address is a failure', async () => {
    wire.reply = { status: 200, body: { redirect_to: 'nowhere' } }
    expect(await client.acceptLogoutRequest('c')).toMatchObject({ kind: 'failed' })
  })
})
