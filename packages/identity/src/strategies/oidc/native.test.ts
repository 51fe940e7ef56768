import { afterEach, beforeEach, expect, test } from 'vitest'

import { buttons, type Answer } from '../../flows/flow-harness.fixture.ts'
import { createProviderHarness, idTokenOf, type ProviderHarness } from './oidc.fixture.ts'

let harness: ProviderHarness
beforeEach(async () => {
  harness = await createProviderHarness()
  harness.provider.signInAs({ sub: 'ada', email: 'ada@example.org', email_verified: true })
})
afterEach(() => harness.stop())

const init = '?return_session_token_exchange_code=true&return_to=native://done'

/** Starts a sign-in in an app and finishes it in a browser. */
async function journey(kind: 'login' | 'registration' = 'login') {
  const app = harness.app()
  const flow = (await app.ask(`/self-service/${kind}/api${init}`)).body
  const start = await app.send(flow, { method: 'oidc', provider: 'corp' })
  const browser = harness.browser()
  const back = await browser.go(await harness.provider.visit(start.body.redirect_browser_to))
  return { app, flow, start, browser, back, code: new URL(back.location ?? '').searchParams.get('code') ?? '' }
}

const exchange = (first: string, second: string) =>
  harness.app().ask(`/sessions/token-exchange?init_code=${first}&return_to_code=${second}`)

test.each(['login', 'registration'] as const)(
  'an app gets the session of a browser with both codes (%s)',
  async (kind) => {
    const { flow, start, back, browser, code } = await journey(kind)
    expect(flow.session_token_exchange_code).toMatch(/^[A-Za-z0-9]{64}$/)
    expect(start.status).toBe(422)
    expect([back.status, back.location]).toEqual([303, `native://done?code=${code}`])
    expect((await browser.whoami()).status).toBe(401)

    const answer = await exchange(flow.session_token_exchange_code, code)
    expect(answer.status).toBe(200)
    expect(answer.body.session.authentication_methods).toMatchObject([{ method: 'oidc', provider: 'corp' }])
    expect(answer.body.session_token).toMatch(/^ory_st_/)
    expect((await harness.app().ask('/sessions/whoami', answer.body.session_token)).status).toBe(200)
    expect((await exchange(flow.session_token_exchange_code, code)).body.session_token).toBe(answer.body.session_token)
  },
)

test.each(['login', 'registration'] as const)(
  'an app keeps its code when its form has expired: the next one leads to a session as well (%s) @native-3',
  async (kind) => {
    const app = harness.app()
    const expired = (await app.ask(`/self-service/${kind}/api${init}`)).body
    harness.clock.advance(61 * 60_000)
    const refused = await app.send(expired, { method: 'oidc', provider: 'corp' })
    expect(refused.status).toBe(410)
    const flow = (await app.ask(`/self-service/${kind}/flows?id=${refused.body.use_flow_id}`)).body
    const start = await app.send(flow, { method: 'oidc', provider: 'corp' })
    const back = await harness.browser().go(await harness.provider.visit(start.body.redirect_browser_to))
    const code = new URL(back.location ?? '').searchParams.get('code') ?? ''
    expect((await exchange(expired.session_token_exchange_code, code)).status).toBe(200)
  },
)

test('one code alone, a foreign one, or one that is too old gets nothing @native-1', async () => {
  const { flow, code } = await journey()
  const first = flow.session_token_exchange_code
  expect((await harness.app().ask(`/sessions/token-exchange?init_code=${first}`)).status).toBe(400)
  expect((await exchange(first, 'bogus')).status).toBe(404)
  expect((await exchange('bogus', code)).status).toBe(404)
  const other = await journey()
  expect((await exchange(other.flow.session_token_exchange_code, code)).status).toBe(404)
  harness.clock.advance(2 * 60 * 60_000)
  expect((await exchange(first, code)).status).toBe(404)
})

test('the codes and the token cannot be read from the database, nor the first code from the flow', async () => {
  const { app, flow, code } = await journey()
  const first = flow.session_token_exchange_code
  const rows = (await harness.rows('flows')) + (await harness.rows('continuity_containers'))
  expect(rows).not.toContain(first)
  expect(rows).not.toContain(code)
  expect(rows).not.toContain('ory_st_')
  expect((await app.ask(`/self-service/login/flows?id=${flow.id}`)).body.session_token_exchange_code).toBeUndefined()
})

test('a revoked session is not returned', async () => {
  const { flow, code } = await journey()
  const { session } = (await exchange(flow.session_token_exchange_code, code)).body
  await harness.admin('DELETE', `/sessions/${session.id}`)
  expect((await exchange(flow.session_token_exchange_code, code)).status).toBe(404)
})

test('a refusal by the provider returns to the app', async () => {
  harness.provider.refuseWith('access_denied')
  const { flow, back } = await journey()
  expect(back.location).toBe(`native://done?flow=${flow.id}`)
})

test('without an exchange code only the client that started gets the answer', async () => {
  const app = harness.app()
  const flow = (await app.ask('/self-service/login/api')).body
  expect(buttons(flow)).toContain('provider=corp')
  const start = await app.send(flow, { provider: 'corp' })
  expect(start.cookies).toContain('ory_kratos_continuity')
  const callback = await harness.provider.visit(start.body.redirect_browser_to)
  const stranger = await harness.browser().go(callback)
  expect(stranger.location).toContain('/error?id=')
  const cookie = start.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const own = await harness.raw(new Request(callback, { headers: { cookie }, redirect: 'manual' }))
  expect(own.status).toBe(200)
  expect(Object.keys((await own.json()) as object)).toContain('session_token')
})

const idToken = (nonce: string) => idTokenOf(harness.provider, nonce)

test('an app that has been at the provider itself signs up and in with the id token', async () => {
  const app = harness.app()
  const first = (await app.ask('/self-service/registration/api')).body
  const body = { provider: 'corp', id_token: await idToken('n-1'), id_token_nonce: 'n-1' }
  const made = await app.send(first, body)
  expect([made.status, made.body.identity.traits.email]).toEqual([200, 'ada@example.org'])
  const second = (await app.ask('/self-service/login/api')).body
  const entered = await app.send(second, { ...body, id_token: await idToken('n-2'), id_token_nonce: 'n-2' })
  expect([entered.status, entered.body.session.identity.id]).toEqual([200, made.body.identity.id])
})

test.each([
  ['registration', 'without an account'],
  ['registration', 'with an account'],
  ['login', 'without an account'],
  ['login', 'with an account'],
] as const)(
  'an id token that was caught opens no second session, in the same flow (%s, %s) or another @native-2',
  async (kind, account) => {
    const app = harness.app()
    const handIn = async (flow: Answer['body'], nonce: string) =>
      app.send(flow, { provider: 'corp', id_token: await idToken(nonce), id_token_nonce: nonce })
    if (account === 'with an account') {
      await handIn((await app.ask('/self-service/registration/api')).body, 'n-0')
    }
    const body = { provider: 'corp', id_token: await idToken('n-1'), id_token_nonce: 'n-1' }
    const flow = (await app.ask(`/self-service/${kind}/api`)).body
    expect((await app.send(flow, body)).body.session_token).toMatch(/^ory_st_/)
    const login = (await app.ask('/self-service/login/api')).body
    const registration = (await app.ask('/self-service/registration/api')).body
    for (const again of [flow, flow, login, registration, login]) {
      const refused = await app.send(again, body)
      expect([refused.status, refused.body.session_token]).toEqual([403, undefined])
    }
  },
)

test('an id token can be submitted again with the traits that were missing', async () => {
  harness.provider.signInAs({ sub: 'ada', email_verified: true })
  const app = harness.app()
  const flow = (await app.ask('/self-service/registration/api')).body
  const body = { provider: 'corp', id_token: await idToken('n-1'), id_token_nonce: 'n-1' }
  expect((await app.send(flow, body)).status).toBe(400)
  const made = await app.send(flow, { ...body, traits: { email: 'ada@example.org' } })
  expect([made.status, made.body.identity?.traits.email]).toEqual([200, 'ada@example.org'])
})

test.each([
  ['another nonce', async () => ({ id_token: await idToken('n-1'), id_token_nonce: 'n-2' })],
  ['no nonce', async () => ({ id_token: await idToken('n-1') })],
  [
    'a token for another client',
    async () => ({ id_token: await idToken('n-1'), id_token_nonce: 'n-1', provider: 'other' }),
  ],
  [
    'a token without a signature',
    async () => ({ id_token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, id_token_nonce: 'n-1' }),
  ],
  ['no token', async () => ({ id_token: 'bogus' })],
])('an id token with %s is refused', async (_what, fields) => {
  const app = harness.app()
  const flow = (await app.ask('/self-service/login/api')).body
  const answer = await app.send(flow, { provider: 'corp', ...(await fields()) })
  expect([answer.status, answer.body.error.id]).toEqual([502, 'upstream_error'])
})
