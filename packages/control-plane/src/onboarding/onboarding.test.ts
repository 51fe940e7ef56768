import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import { createTestControlPlane, type TestControlPlane } from '../service.fixture.ts'
import { storedText } from '../sql/tested-database.fixture.ts'

const dayMs = 24 * 60 * 60_000
const wanted = { issuer_url: 'https://login.acme.example', client_id: 'shop-at-acme', client_secret: 'hush-hush-hush' }

let plane: TestControlPlane
let shop = ''
let acme = ''
beforeEach(async () => {
  plane = await createTestControlPlane()
  const { call, workspaceId } = plane
  const body = { name: 'Shop', environment: 'dev', workspace_id: workspaceId }
  shop = `/projects/${(await call('POST', '/projects', body)).body.id}`
  acme = await organization('Acme', ['acme.example'])
  return () => plane.plane.stop()
})

async function organization(label: string, domains: readonly string[]): Promise<string> {
  return String((await plane.call('POST', `${shop}/organizations`, { label, domains })).body.id)
}

async function linkFor(organizationId: string, more: Readonly<Record<string, unknown>> = {}) {
  const body = { enable_sso: true, enable_scim: false, ...more }
  const at = `${shop}/organizations/${organizationId}/onboarding-portal-links`
  const { id, value } = (await plane.call('POST', at, body)).body
  return { id: String(id), token: String(value), at: `${at}/${id}` }
}

const seen = (token: string) => plane.call('GET', '/onboarding/organization', undefined, token)
const set = (token: string, body: Readonly<Record<string, unknown>> = wanted) =>
  plane.call('PUT', '/onboarding/connection', body, token)
const check = (token: string) => plane.call('POST', '/onboarding/connection/check', undefined, token)

async function config() {
  return (await plane.call('GET', shop)).body.services.identity.config
}
const providers = async () => (await config()).selfservice?.methods?.oidc?.config?.providers ?? []

async function configure(oidc: unknown): Promise<void> {
  const value = { session: { lifespan: '24h' }, selfservice: { methods: { oidc } } }
  const patch = [{ op: 'replace', path: '/services/identity/config', value }]
  expect((await plane.call('PATCH', shop, patch)).status).toBe(200)
}

describe('an onboarding link', () => {
  test('shows its organization, and the values to register at the provider @onboarding-1', async () => {
    const { token } = await linkFor(acme)
    const { status, body } = await seen(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      organization: { label: 'Acme', domains: ['acme.example'] },
      project: { name: 'Shop' },
      connection: null,
    })
    expect(body.redirect_uri).toContain(`/organization/${acme}/callback/sso-${acme.slice(0, 8)}`)
    expect(body.sign_in_url).toContain(`organization=${acme}`)
  })

  test('sets the connection up, which is probed before it is stored @onboarding-2', async () => {
    const { token } = await linkFor(acme)
    const { status, body } = await set(token)
    expect([status, body.connection]).toEqual([
      200,
      { issuer_url: wanted.issuer_url, client_id: wanted.client_id, has_secret: true },
    ])
    expect(plane.probed).toMatchObject([
      { kind: 'generic', issuerUrl: wanted.issuer_url, clientSecret: wanted.client_secret },
    ])
    expect(await providers()).toMatchObject([{ ...wanted, organization_id: acme, provider: 'generic', label: 'Acme' }])
    const { flows, methods } = (await config()).selfservice
    expect([methods.oidc.enabled, flows.registration.after.oidc]).toEqual([true, { hooks: [{ hook: 'session' }] }])
    expect((await check(token)).body).toEqual({ issuer: wanted.issuer_url })
  })

  test('changes nothing for a provider with which people could not sign in, and gives the reason', async () => {
    const { token } = await linkFor(acme)
    const refused = await set(token, { ...wanted, issuer_url: 'https://faulty.example' })
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      { fault: 'wrong_issuer', said: 'https://right.example' },
    ])
    expect(await providers()).toEqual([])
    expect((await check(token)).status).toBe(409)
  })

  test('never shows a secret again', async () => {
    const { token } = await linkFor(acme)
    const answers = [await set(token), await seen(token), await check(token)]
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(wanted.client_secret)
  })

  test('leaves no token in the database', async () => {
    const { token } = await linkFor(acme)
    await set(token)
    const stored = await storedText(join(plane.folder, 'control-plane.sqlite'))
    expect(stored).toContain(acme)
    expect(stored).not.toContain(token.slice(-43))
  })

  test('opens nothing once it has expired @onboarding-3', async () => {
    const { token, at } = await linkFor(acme, { expires_at: new Date(plane.clock() + dayMs).toISOString() })
    plane.clock.advance(dayMs)
    for (const answer of [await seen(token), await set(token), await check(token)]) {
      expect([answer.status, answer.body.error.reason]).toEqual([410, expect.stringContaining('has expired')])
    }
    expect(await providers()).toEqual([])
    const later = { enable_sso: true, enable_scim: false, expires_at: new Date(plane.clock() + dayMs).toISOString() }
    expect((await plane.call('POST', at, later)).body.value).toBe(token)
    expect((await seen(token)).status).toBe(200)
  })

  test('opens nothing after it was revoked, or its organization was deleted @onboarding-4', async () => {
    const [first, second] = [await linkFor(acme), await linkFor(acme)]
    await plane.call('DELETE', first.at)
    await plane.call('DELETE', `${shop}/organizations/${acme}`)
    for (const { token } of [first, second]) {
      const answer = await set(token)
      expect([answer.status, answer.body.error.reason]).toEqual([410, expect.stringContaining('was taken back')])
    }
  })

  test('that is revoked while its provider is probed changes nothing @onboarding-5', async () => {
    const { token, at } = await linkFor(acme)
    plane.probing.meanwhile = () => plane.call('DELETE', at)
    const answer = await set(token)
    expect([answer.status, answer.body.error.reason]).toEqual([410, expect.stringContaining('taken back meanwhile')])
    expect(await providers()).toEqual([])
  })

  test('that was made up opens nothing, nor does a key @onboarding-6', async () => {
    const { token } = await linkFor(acme)
    const forged = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    const foreign = token.replace(/gol_[0-9a-f-]{36}/, `gol_${crypto.randomUUID()}`)
    for (const one of [forged, foreign, 'gol_', plane.rootKey]) {
      expect((await seen(one)).status).toBe(401)
      expect((await set(one)).status).toBe(401)
    }
  })

  test('opens nothing but the connection: it is no key @onboarding-7', async () => {
    const { token } = await linkFor(acme)
    for (const path of [shop, `${shop}/organizations/${acme}`, `${shop}/admin/identities`, '/projects']) {
      expect((await plane.call('GET', path, undefined, token)).status).toBe(401)
    }
    expect((await plane.call('DELETE', `${shop}/organizations/${acme}`, undefined, token)).status).toBe(401)
  })

  test('of one organization leaves the connections of others alone @onboarding-8', async () => {
    const blue = await organization('Blue', ['blue.example'])
    const [ours, theirs] = [await linkFor(acme), await linkFor(blue)]
    await set(theirs.token, { ...wanted, client_id: 'shop-at-blue' })
    await set(ours.token)
    await set(ours.token, { ...wanted, client_secret: 'another' })
    expect(await providers()).toMatchObject([
      { organization_id: blue, client_id: 'shop-at-blue', client_secret: wanted.client_secret },
      { organization_id: acme, client_id: 'shop-at-acme', client_secret: 'another' },
    ])
    expect((await seen(ours.token)).body.organization.label).toBe('Acme')
  })

  test('says nothing about domains: an administrator cannot claim another organization’s @onboarding-9', async () => {
    const { token } = await linkFor(acme)
    for (const more of [{ domains: ['other.example'] }, { organization_id: acme }, { label: 'Other' }, { id: 'x' }]) {
      expect((await set(token, { ...wanted, ...more })).status).toBe(400)
    }
    const { organization: own } = (await plane.call('GET', `${shop}/organizations/${acme}`)).body
    expect(own.domains).toEqual(['acme.example'])
  })

  test('that is not for single sign-on is refused with that reason', async () => {
    const { token } = await linkFor(acme, { enable_sso: false })
    expect((await seen(token)).status).toBe(403)
  })

  test('stops trying providers out after a while @onboarding-10', async () => {
    const { token } = await linkFor(acme)
    await set(token)
    const statuses: number[] = []
    for (let count = 0; count < 30; count += 1) statuses.push((await check(token)).status)
    expect(statuses).toEqual([...Array<number>(29).fill(200), 429])
    const refused = await set(token)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
    // Another process shares the limit.
    const other = await createTestControlPlane(plane.folder)
    expect((await other.call('POST', '/onboarding/connection/check', undefined, token)).status).toBe(429)
    await other.plane.stop()
    plane.clock.advance(10 * 60_000)
    expect((await check(token)).status).toBe(200)
  })
})

describe('the secret of a connection', () => {
  test('is kept if it is omitted', async () => {
    const { token } = await linkFor(acme)
    await set(token)
    const { client_secret: _left, ...rest } = wanted
    expect((await set(token, rest)).status).toBe(200)
    expect(await providers()).toMatchObject([wanted])
  })

  test('of one issuer is never sent to another @onboarding-11', async () => {
    const { token } = await linkFor(acme)
    await set(token)
    const { client_secret: _left, ...rest } = wanted
    for (const change of [{ issuer_url: 'https://evil.example' }, { client_id: 'another' }]) {
      const refused = await set(token, { ...rest, ...change })
      expect([refused.status, refused.body.error.details.fault]).toEqual([400, 'no_secret'])
    }
    expect(plane.probed.map(({ issuerUrl }) => issuerUrl)).not.toContain('https://evil.example')
    expect(await providers()).toMatchObject([wanted])
  })

  test('and addresses that an operator has set do not go over to another issuer', async () => {
    const own = { id: 'acme', provider: 'generic', organization_id: acme, ...wanted, mapper_url: 'base64://e30=' }
    const addresses = { auth_url: 'https://login.acme.example/a', token_url: 'https://login.acme.example/t' }
    await configure({ enabled: true, config: { providers: [{ ...own, ...addresses }] } })
    const { token } = await linkFor(acme)
    await set(token, { ...wanted, client_secret: 'new' })
    expect(await providers()).toEqual([{ ...own, ...addresses, client_secret: 'new' }])
    await set(token, { ...wanted, issuer_url: 'https://new.acme.example' })
    expect(await providers()).toEqual([{ ...own, issuer_url: 'https://new.acme.example' }])
  })
})

test('an address of the metadata becomes the issuer that it is of', async () => {
  const { token } = await linkFor(acme)
  await set(token, { ...wanted, issuer_url: `${wanted.issuer_url}/.well-known/openid-configuration` })
  expect(await providers()).toMatchObject([wanted])
})

test.each([
  '',
  'login.acme.example',
  'ftp://login.acme.example',
  'https://a:b@acme.example',
  'https://acme.example?x=1',
])('an issuer is a plain URL, not "%s"', async (issuer_url) => {
  const { token } = await linkFor(acme)
  expect((await set(token, { ...wanted, issuer_url })).status).toBe(400)
  expect(plane.probed).toEqual([])
})

test('providers that an operator has switched off are not switched on by a link @onboarding-12', async () => {
  await configure({ enabled: false, config: { providers: [{ id: 'social', client_id: 'x', client_secret: 'y' }] } })
  const { token } = await linkFor(acme)
  const refused = await set(token)
  expect([refused.status, refused.body.error.reason]).toEqual([409, expect.stringContaining('turned off')])
  expect((await config()).selfservice.methods.oidc.enabled).toBe(false)
})

test('faults in the rest of a configuration are for its operators @onboarding-13', async () => {
  plane = await createTestControlPlane(undefined, {
    isRefused: (tree) => JSON.stringify(tree).includes('shop-at-acme'),
  })
  const body = { name: 'Shop', environment: 'dev', workspace_id: plane.workspaceId }
  shop = `/projects/${(await plane.call('POST', '/projects', body)).body.id}`
  const { token } = await linkFor(await organization('Acme', []))
  const refused = await set(token)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.not.stringContaining('nonsense')])
})

test('every change is a line of the audit log, with the link as its actor @onboarding-14', async () => {
  const { id, token } = await linkFor(acme)
  await set(token)
  await check(token)
  const { entries } = (await plane.call('GET', `${shop}/audit?page_size=2`)).body
  const actor = { kind: 'link', id, name: 'Acme' }
  const target = { kind: 'organization', id: acme, name: 'Acme' }
  expect(entries).toMatchObject([
    { operation: 'checkOnboardingConnection', actor, target },
    { operation: 'setOnboardingConnection', actor, target },
  ])
})

test('operators check the connections of their own project’s organizations @onboarding-15', async () => {
  const { token } = await linkFor(acme)
  await set(token)
  const at = `${shop}/organizations/${acme}/connections`
  expect((await plane.call('POST', `${at}/sso-${acme.slice(0, 8)}/check`)).body).toEqual({ issuer: wanted.issuer_url })
  expect((await plane.call('POST', `${at}/another/check`)).status).toBe(404)
  const blue = await organization('Blue', [])
  const foreign = `${shop}/organizations/${blue}/connections/sso-${acme.slice(0, 8)}/check`
  expect((await plane.call('POST', foreign)).status).toBe(404)
})

test('an expiry that one change sets is not undone by another at once, and a link is removed once @onboarding-16', async () => {
  const other = await createTestControlPlane(plane.folder)
  const { at } = await linkFor(acme)
  const expires_at = new Date(plane.clock() + 2 * dayMs).toISOString()
  const kept = { enable_sso: true, enable_scim: false }
  const changes = [
    plane.call('POST', at, { ...kept, expires_at }),
    other.call('POST', at, { ...kept, enable_scim: true }),
  ]
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200])
  expect((await plane.call('GET', at.replace(/\/[^/]+$/, ''))).body.links).toMatchObject([{ expires_at }])
  const removals = await Promise.all([plane.call('DELETE', at), other.call('DELETE', at)])
  expect(new Set(removals.map(({ status }) => status))).toEqual(new Set([204, 404]))
  await other.plane.stop()
})
