import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { decodeJwt, exportJWK, generateSecret } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createHarness, pages } from '../flows/flow-harness.fixture.ts'
import { createProviderHarness } from '../strategies/oidc/oidc.fixture.ts'
import { createAccount, createTestService, signIn } from '../service.fixture.ts'

const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`

const mapper = `
  local claims = { email_verified: false } + std.extVar('claims');
  {
    identity: {
      traits: {
        [if 'email' in claims then 'email']: claims.email,
        name: { first: std.asciiUpper(claims.given_name) },
        age: 40 + 2,
      },
      metadata_public: { from: claims.iss, staff: std.endsWith(claims.email, '@example.org') },
      metadata_admin: { subject: claims.sub, raw: std.objectFields(claims.raw_claims) },
      verified_addresses: std.prune([if claims.email_verified then { via: 'email', value: claims.email }]),
    },
  }`

/** Starts a third party's service that keeps the bodies of its requests. */
async function startReceiver() {
  const heard: unknown[] = []
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push(JSON.parse(Buffer.concat(chunks).toString()))
      answer.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

describe('Jsonnet', () => {
  test('claims mappers make traits, metadata and proved addresses', async () => {
    const harness = await createProviderHarness({}, { mapper_url: base64(mapper) })
    onTestFinished(() => harness.stop())
    harness.provider.signInAs({ sub: 'ada-1', email: 'ada@example.org', email_verified: true, given_name: 'Ada' })
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const back = await harness.providerDetails(browser, await browser.send(flow, { provider: 'corp' }))
    expect(back.location).toBe(`${pages}/`)
    const { identity } = (await browser.whoami()).body
    expect(identity).toMatchObject({
      traits: { email: 'ada@example.org', name: { first: 'ADA' }, age: 42 },
      metadata_public: { from: harness.provider.issuer, staff: true },
      verifiable_addresses: [{ value: 'ada@example.org', verified: true }],
    })
    const { metadata_admin: secret } = (await harness.admin('GET', `/identities/${identity.id}`)).body
    expect(secret).toMatchObject({ subject: 'ada-1', raw: expect.arrayContaining(['email', 'given_name']) })
  })

  test.each([
    ['that fails', '{ identity: { traits: { email: std.extVar("claims").nowhere_defined } } }'],
    ['whose result is of no use', '{ traits: {} }'],
  ])('a claims mapper %s is reported on the form, without its details', async (_what, program) => {
    const harness = await createProviderHarness({}, { mapper_url: base64(program) })
    onTestFinished(() => harness.stop())
    harness.provider.signInAs({ sub: 'ada-1', email: 'ada@example.org' })
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const back = await harness.providerDetails(browser, await browser.send(flow, { provider: 'corp' }))
    expect(back.location).toBe(`${pages}/login?flow=${flow.id}`)
    const shown = (await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body
    expect(shown.ui.messages).toMatchObject([{ id: 4000001, text: expect.not.stringContaining('nowhere_defined') }])
    expect((await browser.whoami()).status).toBe(401)
  })

  test('claims mappers of sessions add claims, and cannot change the token’s subject @in-use-1', async () => {
    const program = `
    local claims = std.extVar('claims');
    local session = std.extVar('session');
    { claims: { email: session.identity.traits.email, was: claims.iss, sub: 'another person', exp: 0 } }`
    const key = await exportJWK(await generateSecret('HS256', { extractable: true }))
    const jwks = base64(JSON.stringify({ keys: [{ ...key, alg: 'HS256', kid: 'a' }] }))
    const templates = { rich: { jwks_url: jwks, claims_mapper_url: base64(program) } }
    const service = await createTestService({ session: { whoami: { tokenizer: { templates } } } })
    const id = await createAccount(service, 'ada@example.org')
    const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
    const { body } = await service.fetch('/sessions/whoami?tokenize_as=rich', { headers })
    const token = decodeJwt(body.tokenized)
    expect(token).toMatchObject({ email: 'ada@example.org', was: 'https://auth.example.org/', sub: id })
    expect(token.exp).toBeGreaterThan(service.clock.now / 1000)
  })

  test('a claims mapper of sessions gets both as Kratos gives them @in-use-2', async () => {
    const program = `{ claims: { given: { claims: std.extVar('claims'), session: std.extVar('session') } } }`
    const key = await exportJWK(await generateSecret('HS256', { extractable: true }))
    const jwks = base64(JSON.stringify({ keys: [{ ...key, alg: 'HS256', kid: 'a' }] }))
    const templates = { all: { jwks_url: jwks, claims_mapper_url: base64(program) } }
    const service = await createTestService({ session: { whoami: { tokenizer: { templates } } } })
    const id = await createAccount(service, 'ada@example.org')
    const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
    const { body } = await service.fetch('/sessions/whoami?tokenize_as=all', { headers })
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const second = expect.any(Number)
    expect(decodeJwt(body.tokenized)['given']).toEqual({
      claims: {
        iss: 'https://auth.example.org/',
        sub: id,
        sid: body.id,
        jti: expect.any(String),
        iat: second,
        nbf: second,
        exp: second,
      },
      session: {
        id: body.id,
        active: true,
        authenticator_assurance_level: 'aal1',
        expires_at: time,
        authenticated_at: time,
        issued_at: time,
        authentication_methods: [{ method: 'password', aal: 'aal1', completed_at: time }],
        devices: [expect.objectContaining({ id: expect.any(String) })],
        identity: body.identity,
      },
    })
    expect(body.identity).toMatchObject({
      id,
      state: 'active',
      traits: { email: 'ada@example.org' },
      metadata_public: null,
    })
  })

  test.each([['waited for'], ['in the background']])(
    'bodies of web hooks are made from the event (%s)',
    async (how) => {
      const { heard, url } = await startReceiver()
      const body = base64(`function(ctx)
    if ctx.identity.traits.email == 'quiet@example.org' then error 'cancel'
    else { who: ctx.identity.traits.email, flow: ctx.flow.type, method: ctx.request_method }`)
      const response = how === 'waited for' ? {} : { response: { ignore: true } }
      const hook = { hook: 'web_hook', config: { url, method: 'POST', body, ...response } }
      const harness = await createHarness({ selfservice: { flows: { login: { after: { hooks: [hook] } } } } })
      onTestFinished(() => harness.stop())
      harness.start()
      for (const email of ['quiet@example.org', 'ada@example.org']) {
        await harness.account(email)
        expect((await harness.browser().signIn(email)).status).toBe(200)
      }
      await harness.idle()
      expect(heard).toEqual([{ who: 'ada@example.org', flow: 'browser', method: 'POST' }])
    },
  )

  test('bodies of messages over HTTP are created from the message', async () => {
    const { heard, url } = await startReceiver()
    const body = base64(`function(ctx) { to: [{ email: ctx.recipient }], text: ctx.body, tag: ctx.template_type }`)
    const harness = await createHarness({
      courier: { delivery_strategy: 'http', http: { request_config: { url, method: 'POST', body } } },
    })
    onTestFinished(() => harness.stop())
    harness.start()
    await harness.account('ada@example.org')
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/recovery/browser')).body
    await browser.send(flow, { method: 'code', email: 'ada@example.org' })
    await harness.idle()
    expect(heard).toEqual([
      { to: [{ email: 'ada@example.org' }], text: expect.stringMatching(/\b\d{6}\b/), tag: 'recovery_code_valid' },
    ])
  })
})
