import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { ConfigTree } from '../../../configuration/unsupported.ts'
import { buttons, goodPassword, pages, type Answer, type Browser } from '../../../flows/flow-harness.fixture.ts'
import { createProviderHarness, idTokenOf, type ProviderHarness } from '../oidc.fixture.ts'

const mapper = `
  local claims = std.extVar('claims');
  { identity: { traits: { email: claims.email, name: { first: claims.name } } } }
`
const text = (program: string) => `base64://${Buffer.from(program).toString('base64')}`
const mapperUrl = text(mapper)
const ada = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, name: 'Ada' }

let harness: ProviderHarness
beforeEach(async () => {
  harness = await createProviderHarness({}, { mapper_url: mapperUrl })
  harness.provider.signInAs(ada)
})
afterEach(() => harness.stop())

const create = (body: unknown = { provider_id: 'corp' }) => harness.admin('POST', '/test-login-flows', body)
const read = (browser: Browser, id: string) => browser.ask(`/self-service/login/flows?id=${id}`)
const remove = (browser: Browser, id: string) =>
  browser.visitor
    .fetch(new URL(`/self-service/login/test?id=${id}`, harness.config.publicBaseUrl), { method: 'DELETE' })
    .then(({ status }) => status)

/** Creates a flow, and takes it through the provider in a browser. */
async function captured(): Promise<{
  readonly browser: Browser
  readonly flow: Answer['body']
  readonly back: Answer
}> {
  const browser = harness.browser()
  const flow = (await create()).body
  const back = await harness.providerDetails(browser, await browser.post(flow, { provider: 'corp' }))
  return { browser, flow, back }
}

/** Opens another service whose provider has these keys. */
async function configure(corp: ConfigTree): Promise<void> {
  await harness.stop()
  harness = await createProviderHarness({}, { mapper_url: mapperUrl, ...corp })
  harness.provider.signInAs(ada)
}

/** Returns a browser with a separate anti-CSRF cookie. */
async function visited(): Promise<Browser> {
  const browser = harness.browser()
  await browser.ask('/self-service/login/browser')
  return browser
}

/** Returns the traces of a sign-in: accounts, sessions, messages, events. */
async function traces() {
  const [identities, sessions, messages] = await Promise.all(
    ['/identities', '/sessions', '/courier/messages'].map(async (path) => (await harness.admin('GET', path)).body),
  )
  const events = await harness.events.tail({ after: 0, limit: 100 })
  return { identities, sessions, messages, events: events.map(({ type }) => type) }
}

const nothing = { identities: [], sessions: [], messages: [], events: [] }

test('a test flow has one button and a separate token, for every reader @test-login-1', async () => {
  const made = await create()
  expect(made.status).toBe(201)
  const { body: flow } = made
  expect(flow).toMatchObject({
    type: 'browser',
    state: 'choose_method',
    refresh: true,
    requested_aal: 'aal1',
    test_context: { provider_id: 'corp' },
  })
  expect(buttons(flow)).toEqual(['provider=corp'])
  expect(flow.ui.nodes).toHaveLength(2)
  const token = (shown: Answer['body']) =>
    shown.ui.nodes.find((node: Answer['body']) => node.attributes.name === 'csrf_token').attributes.value
  expect(token(flow)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  const shown = await read(harness.browser(), flow.id)
  expect([shown.status, shown.body.test_context, token(shown.body)]).toEqual([
    200,
    { provider_id: 'corp' },
    token(flow),
  ])
})

test.each([
  ['no JSON', 'no JSON', 400, 'could not parse request body'],
  ['a provider that is a number', { provider_id: 7 }, 400, 'could not parse request body'],
  ['no provider', {}, 400, 'provider_id is required'],
  ['an empty provider', { provider_id: '' }, 400, 'provider_id is required'],
  ['a long provider', { provider_id: 'a'.repeat(256) }, 400, 'provider_id must be at most 255 characters'],
  ['an unknown provider', { provider_id: 'a'.repeat(255) }, 404, `There is no provider "${'a'.repeat(100)}".`],
])('%s starts no test flow @test-login-2', async (_what, body, status, reason) => {
  const answer = typeof body === 'string' ? await harness.admin('POST', '/test-login-flows', body) : await create(body)
  expect([answer.status, answer.body.error.reason]).toEqual([status, reason])
})

test('a test shows the claims of the provider and the output of the mapper, and leaves no trace @test-login-3', async () => {
  const { browser, flow, back } = await captured()
  expect([back.status, back.location]).toEqual([303, `${pages}/login?flow=${flow.id}`])
  const shown = (await read(browser, flow.id)).body
  expect([shown.state, buttons(shown)]).toEqual(['passed_challenge', []])
  const { debug_payload: payload, ...context } = shown.test_context
  expect(context).toEqual({ provider_id: 'corp' })
  expect(payload).toMatchObject({
    id_token_claims: { sub: 'ada-1', iss: harness.provider.issuer },
    jsonnet_mapper_url: mapperUrl,
    jsonnet_input: { claims: { sub: 'ada-1', email: 'ada@example.org' } },
    jsonnet_output: { identity: { traits: { email: 'ada@example.org', name: { first: 'Ada' } } } },
  })
  expect(Object.keys(payload)).not.toContain('error')
  expect(await traces()).toEqual(nothing)
  expect((await browser.whoami()).status).toBe(401)
})

test('no token of the provider is in the result, nor in the database @test-login-4', async () => {
  await configure({ claims_source: 'userinfo' })
  const { browser, flow } = await captured()
  const shown = (await read(browser, flow.id)).body
  expect(shown.test_context.debug_payload.userinfo).toMatchObject({ sub: 'ada-1' })
  expect(harness.provider.accessTokens).toHaveLength(1)
  const kept = [JSON.stringify(shown), await harness.rows('flows'), await harness.rows('continuity_containers')].join()
  expect(harness.provider.accessTokens.filter((token) => kept.includes(token))).toEqual([])
  expect(kept).not.toMatch(/"eyJ[\w-]+\.|id_token":|access_token":|refresh_token":/)
})

test('only the browser that ran the test reads and deletes the result @test-login-5', async () => {
  const { browser, flow } = await captured()
  for (const other of [harness.browser(), await visited()]) {
    const foreign = await read(other, flow.id)
    expect([foreign.status, foreign.body.error.id]).toEqual([403, 'security_csrf_violation'])
    expect(JSON.stringify(foreign.body)).not.toContain('ada')
    expect(await remove(other, flow.id)).toBe(403)
  }
  expect((await read(browser, flow.id)).status).toBe(200)
  expect(await remove(browser, flow.id)).toBe(204)
  expect((await read(browser, flow.id)).status).toBe(404)
  expect(await remove(browser, flow.id)).toBe(404)
})

test('a callback counts once, and a test that was run is not run again @test-login-6', async () => {
  const [first, second] = [harness.browser(), harness.browser()]
  const flow = (await create()).body
  const [mine, theirs] = [await first.post(flow, { provider: 'corp' }), await second.post(flow, { provider: 'corp' })]
  const address = await harness.provider.visit(mine.location ?? '')
  // Not in the browser that was sent there.
  expect((await harness.browser().ask(address)).status).toBe(400)
  expect((await first.go(address)).status).toBe(303)
  expect((await first.ask(address)).status).toBe(400)
  harness.provider.signInAs({ ...ada, sub: 'bob-1', email: 'bob@example.org' })
  expect((await second.ask(await harness.provider.visit(theirs.location ?? ''))).status).toBe(400)
  expect((await read(second, flow.id)).status).toBe(403)
  const shown = (await read(first, flow.id)).body
  expect(shown.test_context.debug_payload.id_token_claims.sub).toBe('ada-1')
  for (const form of [shown, flow]) {
    const again = await first.send(form, { provider: 'corp' })
    expect([again.status, again.body.error.reason]).toEqual([400, expect.stringContaining('was run already')])
  }
  expect(await traces()).toEqual(nothing)
})

test.each([
  ['a password', { method: 'password', identifier: 'eve@example.org', password: goodPassword }, 400],
  ['a code', { method: 'code', identifier: 'eve@example.org' }, 400],
  ['a password beside the provider', { method: 'password', provider: 'corp', identifier: 'eve@example.org' }, 400],
  ['another provider', { provider: 'other' }, 400],
  ['no method', {}, 400],
  ['no token', { provider: 'corp', csrf_token: '' }, 403],
  ['the token of another flow', { provider: 'corp', csrf_token: randomUUID() }, 403],
])('a test flow takes no more than its provider: %s @test-login-7', async (_what, fields, status) => {
  await harness.account('eve@example.org')
  const before = await traces()
  const flow = (await create()).body
  const browser = await visited()
  const answer = await browser.send(flow, fields)
  expect([answer.status, answer.cookies]).toEqual([status, []])
  expect((await browser.ask(`/self-service/login?flow=${flow.id}`)).status).toBe(400)
  expect((await browser.whoami()).status).toBe(401)
  expect(await traces()).toEqual(before)
  expect((await read(browser, flow.id)).body.state).toBe('choose_method')
})

test('an account with a link to the provider is neither signed in nor renewed by a test @test-login-8', async () => {
  await configure({ update_identity_on_login: 'automatic' })
  const browser = harness.browser()
  const login = (await browser.ask('/self-service/login/browser')).body
  await harness.providerDetails(browser, await browser.post(login, { provider: 'corp' }))
  const session = (await browser.whoami()).body
  const before = await traces()
  expect(before.sessions).toHaveLength(1)
  harness.provider.signInAs({ ...ada, name: 'Ada Lovelace' })
  harness.clock.advance(60_000)

  const flow = (await create()).body
  const back = await harness.providerDetails(browser, await browser.post(flow, { provider: 'corp' }))
  expect(back.location).toBe(`${pages}/login?flow=${flow.id}`)
  const shown = (await read(browser, flow.id)).body
  expect(shown.test_context.debug_payload.jsonnet_output.identity.traits.name.first).toBe('Ada Lovelace')
  const stranger = harness.browser()
  const second = (await create()).body
  await harness.providerDetails(stranger, await stranger.post(second, { provider: 'corp' }))
  expect((await stranger.whoami()).status).toBe(401)
  expect((await browser.whoami()).body.id).toBe(session.id)
  expect(await traces()).toEqual(before)
})

test.each([
  [
    'the provider refuses',
    {},
    () => harness.provider.refuseWith('access_denied', 'not today'),
    { error: { step: 'authorization', reason: 'access_denied', message: 'not today' } },
  ],
  [
    'the secret is wrong',
    { client_secret: 'a-wrong-secret' },
    () => {},
    { error: { step: 'token_exchange', reason: 'invalid_client' } },
  ],
  [
    'the mapper fails',
    { mapper_url: text('error "no group"') },
    () => {},
    {
      jsonnet_input: { claims: { sub: 'ada-1' } },
      jsonnet_stderr: expect.stringContaining('no group'),
      error: { step: 'jsonnet', reason: 'mapper_failed' },
    },
  ],
  [
    'the traits do not fit',
    { mapper_url: text('{ identity: { traits: { age: 3, name: { first: 7 } } } }') },
    () => {},
    {
      schema_validation_errors: expect.arrayContaining([
        { path: '/traits/email', message: expect.any(String) },
        { path: '/traits/name/first', message: expect.any(String) },
        { path: '/traits/age', message: expect.any(String) },
      ]),
      error: { step: 'schema_validate', reason: 'traits_invalid' },
    },
  ],
] as const)('a test says what did not go well: %s @test-login-9', async (_what, corp, prepare, payload) => {
  await configure(corp)
  prepare()
  const { browser, flow, back } = await captured()
  expect(back.status).toBe(303)
  const shown = (await read(browser, flow.id)).body
  expect(shown.state).toBe('passed_challenge')
  expect(shown.test_context.debug_payload).toMatchObject(payload)
  expect(await traces()).toEqual(nothing)
})

test('a test flow that was not run is deleted by its id, and no other flow is @test-login-10', async () => {
  const browser = harness.browser()
  const flow = (await create()).body
  const ordinary = (await browser.ask('/self-service/login/browser')).body
  expect(await remove(browser, 'no-id')).toBe(400)
  expect(await remove(browser, randomUUID())).toBe(404)
  expect(await remove(browser, ordinary.id)).toBe(404)
  expect((await read(browser, ordinary.id)).status).toBe(200)
  const start = await browser.post(flow, { provider: 'corp' })
  expect(await remove(harness.browser(), flow.id)).toBe(204)
  expect((await read(browser, flow.id)).status).toBe(404)
  expect((await browser.ask(await harness.provider.visit(start.location ?? ''))).status).toBe(404)
})

test('a test flow expires, at the provider as well @test-login-11', async () => {
  const browser = harness.browser()
  const flow = (await create()).body
  const start = await browser.post(flow, { provider: 'corp' })
  harness.clock.set(Date.parse(flow.expires_at) + 1)
  expect((await read(browser, flow.id)).status).toBe(410)
  expect((await browser.send(flow, { provider: 'corp' })).status).toBe(410)
  expect((await browser.ask(await harness.provider.visit(start.location ?? ''))).status).toBe(400)
  expect(await traces()).toEqual(nothing)
})

test('the account chooser continues no test flow @test-login-12', async () => {
  const byEmail = text(`{ identity: { traits: { email: std.extVar('claims').email } } }`)
  await configure({ fedcm_config_url: 'https://corp.example.test/fedcm.json', mapper_url: byEmail })
  const { browser, flow } = await captured()
  const { csrf_token, providers } = (await browser.ask('/self-service/fed-cm/parameters')).body
  const token = await idTokenOf(harness.provider, providers[0].nonce)
  const ui = { action: `/self-service/fed-cm/token?flow=${flow.id}` }
  await browser.send({ ui: { ...ui, nodes: [] } as never }, { csrf_token, token, nonce: providers[0].nonce })
  expect((await browser.whoami()).status).toBe(200)
  const events = JSON.stringify(await harness.events.tail({ after: 0, limit: 100 }))
  expect([events.includes('RegistrationSucceeded'), events.includes(flow.id)]).toEqual([true, false])
})
