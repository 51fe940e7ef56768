import { afterEach, expect, test } from 'vitest'

import { createHarness, pages, service, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'

async function signedIn() {
  harness = await createHarness()
  await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  return browser
}

test('a page load ends the session, both cookies and redirects to the requested address', async () => {
  const browser = await signedIn()
  const { logout_url: url, logout_token: token } = (
    await browser.ask(`/self-service/logout/browser?return_to=${pages}/bye`)
  ).body
  expect(token).toMatch(/^ory_lo_\w{32}$/)
  expect((await browser.ask('/self-service/logout/browser')).body.logout_token).toBe(token)
  const done = await browser.go(url)
  expect([done.status, done.location, done.cookies.length]).toEqual([303, `${pages}/bye`, 2])
  expect((await browser.whoami()).status).toBe(401)
  expect((await browser.go(url)).location).toContain('/error?id=')
})

test('a script gets an empty answer', async () => {
  const browser = await signedIn()
  const { logout_url: url } = (await browser.ask('/self-service/logout/browser')).body
  expect((await browser.ask('/self-service/logout?token=bogus')).status).toBe(403)
  expect((await browser.ask('/self-service/logout')).status).toBe(400)
  expect((await browser.ask(url)).status).toBe(204)
})

test('the browser forgets the pages it kept, and keeps theme, language and trusted devices @logout-4', async () => {
  const browser = await signedIn()
  const { logout_url: url } = (await browser.ask('/self-service/logout/browser')).body
  const done = await browser.go(url)
  expect(done.headers.get('clear-site-data')).toBe('"cache", "prefetchCache", "prerenderCache"')
  expect((await browser.go(url)).headers.get('clear-site-data')).toBeNull()
})

test('a token of another session ends nothing', async () => {
  const browser = await signedIn()
  await harness.account('eve@example.org')
  const eve = harness.browser()
  await eve.signIn('eve@example.org')
  const { logout_url: url } = (await eve.ask('/self-service/logout/browser')).body
  expect((await browser.ask(url)).status).toBe(403)
  expect((await browser.whoami()).status).toBe(200)
})

test('without a session, and to a foreign place', async () => {
  const browser = await signedIn()
  expect((await browser.ask('/self-service/logout/browser?return_to=https://evil.test/')).status).toBe(400)
  const stranger = harness.browser()
  expect((await stranger.ask('/self-service/logout/browser')).body.error.id).toBe('session_inactive')
  expect((await stranger.ask('/self-service/logout?token=x')).status).toBe(401)
  expect((await stranger.go('/self-service/logout?token=x')).location).toContain('/error?id=')
})

test('a native app hands its token in; again is fine, unknown is not', async () => {
  harness = await createHarness()
  await harness.account(ada)
  const app = harness.app()
  const { session_token: token } = (await app.signIn(ada)).body
  const end = async (body: string) => endByApp(body, 'application/json')
  for (const body of ['{"session_token":"bogus"}', '{}', '{"session_token":null}', '{"session_token":"x","more":1}'])
    expect(await end(body)).toBe(403)
  expect(await end(JSON.stringify({ session_token: token }))).toBe(204)
  expect((await app.ask('/sessions/whoami', token)).status).toBe(401)
  expect(await end(JSON.stringify({ session_token: token }))).toBe(204)
})

/** Returns the status that a native app gets for this body. */
async function endByApp(body: string, type: string): Promise<number> {
  const init = { method: 'DELETE', body, headers: { 'content-type': type } }
  return (await harness.raw(new Request(`${service}/self-service/logout/api`, init))).status
}

test('a body that cannot be read is not taken for an unknown token, and ends nothing @logout-5', async () => {
  harness = await createHarness()
  await harness.account(ada)
  const app = harness.app()
  const { session_token: token } = (await app.signIn(ada)).body
  for (const body of ['', '{"session_token":', '[]', '"x"', '{"session_token":5}', '{"session_token":{}}'])
    expect([body, await endByApp(body, 'application/json')]).toEqual([body, 400])
  const right = JSON.stringify({ session_token: token })
  expect(await endByApp(`session_token=${token}`, 'application/x-www-form-urlencoded')).toBe(400)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json', ''])
    expect([type, await endByApp(right, type)]).toEqual([type, 400])
  expect((await app.ask('/sessions/whoami', token)).status).toBe(200)
  expect(await endByApp(right, 'application/json; charset=utf-8')).toBe(204)
})
