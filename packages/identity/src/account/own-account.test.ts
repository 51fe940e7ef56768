import { ownAccountPaths } from '@gatehouse/contract/account'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  createHarness,
  goodPassword,
  pages,
  service,
  type Answer,
  type Browser,
  type Harness,
} from '../flows/flow-harness.fixture.ts'

const ada = 'ada@example.org'
const eve = 'eve@example.org'

let harness: Harness
let browser: Browser
let id: string

beforeEach(async () => {
  harness = await createHarness()
  id = await harness.account(ada)
  await harness.account(eve)
  browser = harness.browser()
  await browser.signIn(ada)
})
afterEach(() => harness.stop())

async function deleteAccount(by: Browser, confirm: unknown, headers: Record<string, string> = {}) {
  const response = await by.visitor.fetch(`${service}${ownAccountPaths.account}`, {
    method: 'DELETE',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(confirm),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
}

/** The headers of a browser's request that a page of another site has caused. */
const foreign: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]
/** … of one of the service's own pages; and those of a server that passes a visitor's cookie on. */
const own: readonly Record<string, string>[] = [
  { origin: service, 'sec-fetch-site': 'same-origin' },
  { origin: pages },
  { 'sec-fetch-site': 'same-origin' },
  {},
]

/** TABLE: the changes for which a session is enough. */
const changes = [
  ['DELETE', ownAccountPaths.account],
  ['PATCH', `${ownAccountPaths.keys}/key`],
  ['DELETE', ownAccountPaths.rememberedDevices],
  ['DELETE', `${ownAccountPaths.rememberedDevices}/0e6a3a4e-6b5c-4d6f-8f0e-2d7a3f1c9b10`],
  ['DELETE', '/sessions'],
  ['DELETE', '/sessions/0e6a3a4e-6b5c-4d6f-8f0e-2d7a3f1c9b10'],
] as const

describe('changes with a cookie alone @own-account-5', () => {
  const send = async (method: string, path: string, headers: Record<string, string>) =>
    (await browser.visitor.fetch(`${service}${path}`, { method, headers, body: '{}' })).status

  test.each(changes)('%s %s is refused to pages of other sites, and not to its own', async (method, path) => {
    for (const headers of foreign) expect(await send(method, path, headers)).toBe(403)
    for (const headers of own) expect(await send(method, path, headers)).not.toBe(403)
  })

  test.each(changes)('%s %s is left to an app with its token, whatever its other headers', async (method, path) => {
    const token = String((await harness.app().signIn(ada)).body.session_token)
    for (const proof of [{ 'x-session-token': token }, { authorization: `Bearer ${token}` }]) {
      const headers = { ...proof, origin: 'https://evil.example' }
      const answer = await harness.raw(new Request(`${service}${path}`, { method, headers, body: '{}' }))
      expect(answer.status).not.toBe(403)
    }
  })

  test('are allowed to a page that CORS admits with credentials', async () => {
    const friend = 'https://friend.example.org'
    const cors = { enabled: true, allowed_origins: [friend], allow_credentials: true }
    await harness.stop()
    harness = await createHarness({ serve: { public: { cors } } })
    await harness.account(ada)
    browser = harness.browser()
    await browser.signIn(ada)
    expect(await send('DELETE', '/sessions', { origin: friend, 'sec-fetch-site': 'cross-site' })).toBe(200)
    expect(await send('DELETE', '/sessions', { origin: 'https://evil.example' })).toBe(403)
  })
})

const typesOf = ({ body }: Answer): string[] => body.entries.map(({ type }: { type: string }) => type)

describe('the features of a service beyond the wire', () => {
  test('are shown to every visitor', async () => {
    const answer = await harness.browser().ask(ownAccountPaths.features)
    expect(answer.body).toEqual({
      activity: true,
      credentials: true,
      recovery_codes_alone: false,
      password_min_length: 8,
      data: true,
      delete_account: true,
      remember_device_days: null,
    })
  })

  test.each([ownAccountPaths.activity, ownAccountPaths.data])('%s is for signed-in people', async (path) => {
    expect((await harness.browser().ask(path)).status).toBe(401)
  })
})

describe('the history of one’s own account', () => {
  test('lists sign-ins and attempts newest first, and only one’s own @own-account-1', async () => {
    await harness.browser().signIn(ada, 'not-the-password')
    await harness.browser().signIn(eve)
    const answer = await browser.ask(ownAccountPaths.activity)
    expect(typesOf(answer)).toEqual(['LoginFailed', 'LoginSucceeded'])
    expect(answer.body.entries[0]).toMatchObject({
      actor: 'person',
      data: { method: 'password', reason: 'invalid_credentials' },
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/message_ids|digest|duration/)
  })

  test('is paged without gaps', async () => {
    for (let round = 0; round < 3; round += 1) await harness.browser().signIn(ada)
    const whole = (await browser.ask(ownAccountPaths.activity)).body.entries
    const first = await browser.ask(`${ownAccountPaths.activity}?page_size=3`)
    const second = await browser.ask(`${ownAccountPaths.activity}?page_size=3&before=${first.body.next}`)
    expect([...first.body.entries, ...second.body.entries]).toEqual(whole)
    expect(second.body.next).toBeNull()
  })

  test.each(['0', '-1', 'x', '1e3', '9'.repeat(40)])('says what is wrong with before=%s', async (before) => {
    const answer = await browser.ask(`${ownAccountPaths.activity}?before=${before}`)
    expect(answer.status).toBe(400)
    expect(answer.body.error.reason).toContain('before')
  })
})

describe('the export of one’s own data', () => {
  test('contains identity, kinds of credentials, sessions and history, and no secret @own-account-2', async () => {
    const answer = await browser.ask(ownAccountPaths.data)
    expect(answer.body.identity).toMatchObject({ id, traits: { email: ada } })
    expect(answer.body.credentials.map(({ type }: { type: string }) => type)).toContain('password')
    expect(answer.body.sessions).toHaveLength(1)
    expect(answer.body.activity.length).toBeGreaterThan(0)
    const text = JSON.stringify(answer.body)
    for (const secret of ['$2', 'hashed', '"config"', 'metadata_admin', goodPassword, 'token', eve]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('deleting one’s own account', () => {
  test('ends all its sessions, records events, and leaves the address free', async () => {
    const other = harness.browser()
    await other.signIn(ada)
    const answer = await deleteAccount(browser, { confirm: ` ${ada.toUpperCase()} ` })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie().join()).toMatch(/ory_kratos_session=;.*Max-Age=0/)
    expect((await other.whoami()).status).toBe(401)
    expect((await harness.admin('GET', `/identities/${id}`)).status).toBe(404)
    const events = (await harness.events.tail({ after: 0, limit: 100 })).filter(
      ({ identity_id: whose }) => whose === id,
    )
    expect(events.filter(({ type }) => type === 'SessionRevoked')).toHaveLength(2)
    expect(events.at(-1)).toMatchObject({ type: 'IdentityDeleted', actor: { type: 'person', id } })
    expect((await harness.browser().signIn(ada)).status).toBe(400)
    await harness.account(ada)
  })

  test('requires the typed address', async () => {
    for (const confirm of [{ confirm: eve }, { confirm: '' }, { confirm: 1 }, {}, null, { confirm: ada, more: 1 }]) {
      expect((await deleteAccount(browser, confirm)).status).toBe(400)
    }
    expect((await browser.whoami()).status).toBe(200)
  })

  test('requires a recent sign-in @own-account-3', async () => {
    harness.clock.advance(16 * 60_000)
    const answer = await deleteAccount(browser, { confirm: ada })
    expect(answer).toMatchObject({ status: 403, body: { error: { id: 'session_refresh_required' } } })
    expect(answer.body.redirect_browser_to).toContain('refresh=true')
    expect((await harness.admin('GET', `/identities/${id}`)).status).toBe(200)
  })

  test('cannot be done by a page of another site, nor without a session @own-account-4', async () => {
    for (const headers of foreign) {
      const answer = await deleteAccount(browser, { confirm: ada }, { ...headers, 'content-type': 'text/plain' })
      expect([answer.status, answer.body.error.id]).toEqual([403, 'security_csrf_violation'])
    }
    const form = await browser.visitor.fetch(`${service}${ownAccountPaths.account}`, {
      method: 'POST',
      body: new URLSearchParams({ confirm: ada }),
    })
    expect(form.status).toBeGreaterThanOrEqual(400)
    expect((await deleteAccount(harness.browser(), { confirm: ada })).status).toBe(401)
    expect((await harness.admin('GET', `/identities/${id}`)).status).toBe(200)
  })
})
