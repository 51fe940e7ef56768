import { afterEach, beforeEach, expect, test } from 'vitest'

import { pages, service } from '../../flows/flow-harness.fixture.ts'
import { createProviderHarness, type ProviderHarness } from './oidc.fixture.ts'

let harness: ProviderHarness
beforeEach(async () => {
  harness = await createProviderHarness()
  harness.provider.signInAs({ sub: 'ada', email: 'ada@example.org', email_verified: true })
})
afterEach(() => harness.stop())

/** Returns a browser after the provider, with the callback that it was redirected to. */
async function returning(provider = 'corp') {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/login/browser')).body
  const start = await browser.send(flow, { provider })
  const callback = await harness.provider.visit(start.body.redirect_browser_to)
  return { browser, flow, callback }
}

const errorPage = expect.stringMatching(`${pages}/error\\?id=`)

test('a callback works once @callback-1', async () => {
  const { browser, callback } = await returning()
  expect((await browser.go(callback)).location).toBe(`${pages}/`)
  const again = await browser.go(callback)
  expect([again.status, again.location]).toEqual([303, errorPage])
})

test('another browser cannot use a callback, and does not use it up @callback-2', async () => {
  const { browser, callback } = await returning()
  const stranger = harness.browser()
  await stranger.ask('/self-service/login/browser')
  expect((await stranger.go(callback)).location).toEqual(errorPage)
  expect((await stranger.whoami()).status).toBe(401)
  expect((await browser.go(callback)).location).toBe(`${pages}/`)
})

test('a browser that waits for its own answer takes no foreign one', async () => {
  const attacker = await returning()
  const victim = await returning()
  expect((await victim.browser.go(attacker.callback)).location).toEqual(errorPage)
  expect((await victim.browser.whoami()).status).toBe(401)
  expect((await victim.browser.go(victim.callback)).location).toBe(`${pages}/`)
})

test.each([
  ['without a state', (url: URL) => url.searchParams.delete('state')],
  ['with an invented state', (url: URL) => url.searchParams.set('state', 'bogus')],
  ['at the address of another provider', (url: URL) => (url.pathname = url.pathname.replace('corp', 'other'))],
])('a callback %s is refused', async (_how, change) => {
  const { browser, callback } = await returning()
  const url = new URL(callback)
  change(url)
  const answer = await browser.go(url.href)
  expect([answer.status, answer.location]).toEqual([303, errorPage])
  expect((await browser.whoami()).status).toBe(401)
})

test.each([
  ['an invented code', (url: URL) => url.searchParams.set('code', 'bogus')],
  ['the issuer of another provider', (url: URL) => url.searchParams.set('iss', 'https://evil.test')],
  ['no code at all', (url: URL) => url.searchParams.delete('code')],
])('%s ends on the form with a message', async (_what, change) => {
  const { browser, flow, callback } = await returning()
  const url = new URL(callback)
  change(url)
  const answer = await browser.go(url.href)
  expect([answer.status, answer.location]).toEqual([303, `${pages}/login?flow=${flow.id}`])
  expect((await browser.whoami()).status).toBe(401)
})

test('a callback is too late after half an hour', async () => {
  const { browser, callback } = await returning()
  harness.clock.advance(31 * 60_000)
  expect((await browser.go(callback)).location).toEqual(errorPage)
})

test('a callback of an expired flow is answered with a new one', async () => {
  const own = await createProviderHarness({ selfservice: { flows: { login: { lifespan: '10m' } } } })
  own.provider.signInAs({ sub: 'ada', email: 'ada@example.org' })
  const browser = own.browser()
  const flow = (await browser.ask('/self-service/login/browser')).body
  own.clock.advance(9 * 60_000)
  const start = await browser.send(flow, { provider: 'corp' })
  const callback = await own.provider.visit(start.body.redirect_browser_to)
  own.clock.advance(2 * 60_000)
  expect((await browser.go(callback)).status).toBe(303)
  expect((await browser.whoami()).status).toBe(401)
  await own.stop()
})

test('a posted answer comes back as a page load, with the known parameters only', async () => {
  const { browser, callback } = await returning()
  const url = new URL(callback)
  const form = new URLSearchParams([...url.searchParams, ['next', 'https://evil.test']])
  const answer = await harness.raw(
    new Request(url.origin + url.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    }),
  )
  const location = answer.headers.get('location') ?? ''
  expect([answer.status, location]).toEqual([
    303,
    expect.stringMatching(`^${service}/self-service/methods/oidc/callback/corp`),
  ])
  expect(new URL(location).searchParams.has('next')).toBe(false)
  expect((await browser.go(location)).location).toBe(`${pages}/`)
})

test('the common address takes an answer that names its issuer @callback-3', async () => {
  const { browser, callback } = await returning()
  const url = new URL(callback.replace('/callback/corp', '/callback'))
  expect(url.searchParams.get('iss')).toBe(harness.provider.issuer)
  expect((await browser.go(url.href)).location).toBe(`${pages}/`)
})

test('the round is kept such that the database does not reveal it', async () => {
  const { callback } = await returning()
  const { searchParams } = new URL(callback)
  expect(await harness.rows('continuity_containers')).not.toContain(searchParams.get('state'))
})

test('a provider that cannot be reached is a message, not a failure', async () => {
  const own = await createProviderHarness({}, { issuer_url: 'http://127.0.0.1:9' })
  const browser = own.browser()
  const flow = (await browser.ask('/self-service/login/browser')).body
  const answer = await browser.send(flow, { provider: 'corp' })
  expect([answer.status, answer.body.ui.messages[0].id]).toEqual([400, 4000001])
  await own.stop()
})
