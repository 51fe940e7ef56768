import { openIdScenes } from '@gatehouse/testing/providers'
import { decodeJwt, exportPKCS8, generateKeyPair } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { service } from '../../../flows/flow-harness.fixture.ts'
import { client, createKindHarness } from './kind-harness.fixture.ts'
import { openidKinds } from './kinds.ts'
import { openidCases, type OpenIdCase } from './openid-kinds.fixture.ts'

async function stageOf(kind: string, played: OpenIdCase) {
  const harness = await createKindHarness({ provider: kind, ...played.config })
  onTestFinished(() => harness.stop())
  const sub = played.subject ?? 'ada-1'
  const knows = { ...client, secretIn: played.secretIn ?? 'header' } as const
  const base = played.issuer.replace(/\/$/, '')
  const claims = () => ({ sub, ...played.claims })
  harness.stage.play({
    ...(await openIdScenes(played.issuer, knows, harness.sent, claims, played.metadata)),
    [`GET ${base}/userinfo`]: () => Response.json({ sub, ...played.userinfo }),
  })
  return harness
}

test.each(Object.entries(openidCases))('%s: a person signs up, with the provider’s claims', async (kind, played) => {
  const harness = await stageOf(kind, played)
  const { browser, address } = await harness.depart()
  expect(address.origin).toBe(new URL(played.issuer).origin)
  const sent = Object.fromEntries(address.searchParams)
  expect(sent).toMatchObject({
    client_id: 'the-client',
    response_type: 'code',
    redirect_uri: `${service}/self-service/methods/oidc/callback/them`,
  })
  expect(sent['nonce'] !== undefined).toBe(played.nonce !== false)
  for (const [name, value] of Object.entries(played.sent ?? {})) expect([name, sent[name]]).toEqual([name, value])
  expect(await harness.arrive(browser)).toEqual({
    subject: `them:${played.subject ?? 'ada-1'}`,
    traits: played.traits,
    verified: played.verified,
  })
})

test('every kind that speaks OpenID Connect is played', () => {
  expect([...Object.keys(openidCases), 'jackson'].toSorted()).toEqual(Object.keys(openidKinds).toSorted())
})

test('jackson: addresses that it does not publish are configured', async () => {
  const issuer = 'https://saml.example.org'
  const address = (path: string) => `https://jackson.internal.test${path}`
  const harness = await createKindHarness({
    provider: 'jackson',
    issuer_url: issuer,
    auth_url: 'https://sso.example.org/api/oauth/authorize',
    token_url: address('/api/oauth/token'),
    claims_source: 'userinfo',
  })
  onTestFinished(() => harness.stop())
  const scenes = await openIdScenes(issuer, { ...client, secretIn: 'header' }, harness.sent, () => ({ sub: 'ada-1' }))
  const scene = (path: string) => scenes[path] ?? (() => new Response(null, { status: 404 }))
  harness.stage.play({
    [`POST ${address('/api/oauth/token')}`]: scene(`POST ${issuer}/token`),
    [`GET ${address('/oauth/jwks')}`]: scene(`GET ${issuer}/keys`),
    [`GET ${address('/api/oauth/userinfo')}`]: () =>
      Response.json({ sub: 'ada-1', email: 'ada@acme.test', firstName: 'Ada', lastName: 'L' }),
  })
  const { browser, address: start } = await harness.depart()
  expect(start.origin + start.pathname).toBe('https://sso.example.org/api/oauth/authorize')
  expect(start.searchParams.get('redirect_uri')).toBe(`${service}/self-service/methods/saml/callback/them`)
  expect(await harness.arrive(browser)).toEqual({
    subject: 'them:ada-1',
    traits: { email: 'ada@acme.test', given_name: 'Ada', family_name: 'L' },
    verified: false,
  })
})

test('apple: the client secret is signed with the key of the team', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const harness = await createKindHarness({
    provider: 'apple',
    client_secret: undefined,
    apple_team_id: 'TEAM',
    apple_private_key_id: 'KEY',
    apple_private_key: await exportPKCS8(privateKey),
  })
  onTestFinished(() => harness.stop())
  let secret = ''
  const issuer = 'https://appleid.apple.com'
  harness.stage.play({
    ...(await openIdScenes(issuer, { ...client, secretIn: 'body' }, harness.sent, () => ({}))),
    [`POST ${issuer}/token`]: async (request) => {
      secret = new URLSearchParams(await request.text()).get('client_secret') ?? ''
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    },
  })
  const { browser } = await harness.depart()
  await expect(harness.arrive(browser)).rejects.toThrow('/login?flow=')
  expect(decodeJwt(secret)).toMatchObject({ iss: 'TEAM', sub: 'the-client', aud: issuer })
})

test('line: the token request has a signature that others can check', async () => {
  const { line } = openidCases
  if (!line) throw new Error('line is not played')
  const harness = await stageOf('line', line)
  const { browser } = await harness.depart()
  let asked = ''
  harness.stage.play({
    [`POST ${line.issuer}/token`]: async (request) => {
      asked = new URLSearchParams(await request.text()).get('id_token_key_type') ?? ''
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    },
  })
  await expect(harness.arrive(browser)).rejects.toThrow('/login?flow=')
  expect(asked).toBe('JWK')
})

test('microsoft: the subject is the id in Microsoft Graph, if that is configured', async () => {
  const { microsoft } = openidCases
  if (!microsoft) throw new Error('microsoft is not played')
  const harness = await stageOf('microsoft', { ...microsoft, config: { ...microsoft.config, subject_source: 'me' } })
  harness.stage.play({
    'GET https://graph.microsoft.com/v1.0/me': (request) =>
      request.headers.get('authorization') === 'Bearer an-access-token'
        ? Response.json({ id: 'graph-1' })
        : new Response(null, { status: 401 }),
  })
  const { browser } = await harness.depart()
  expect((await harness.arrive(browser)).subject).toBe('them:graph-1')
})

test('microsoft: an account of any directory has the issuer of that directory @openid-kinds-1', async () => {
  const template = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  const tid = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490'
  const common = 'https://login.microsoftonline.com/common/v2.0'
  const played = (claims: Readonly<Record<string, unknown>>): OpenIdCase => ({
    config: { microsoft_tenant: 'common' },
    issuer: common,
    secretIn: 'body',
    metadata: { issuer: template },
    claims,
    traits: {},
    verified: undefined,
  })
  const harness = await stageOf('microsoft', played({ tid, iss: template.replace('{tenantid}', tid) }))
  const { browser } = await harness.depart()
  expect((await harness.arrive(browser)).subject).toBe('them:ada-1')

  const other = await stageOf('microsoft', played({ tid, iss: template.replace('{tenantid}', 'another') }))
  const request = await other.depart()
  await expect(other.arrive(request.browser)).rejects.toThrow('/login?flow=')
})

test.each([
  ['of another issuer', { iss: 'https://evil.test' }],
  ['for another round', { nonce: 'bogus' }],
])('an id token %s opens no session @openid-kinds-2', async (_what, claims) => {
  const { google } = openidCases
  if (!google) throw new Error('google is not played')
  const harness = await stageOf('google', { ...google, claims })
  const { browser } = await harness.depart()
  await expect(harness.arrive(browser)).rejects.toThrow('/login?flow=')
  expect((await browser.whoami()).status).toBe(401)
})
