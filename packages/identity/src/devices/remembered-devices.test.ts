import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ownAccountPaths } from '@gatehouse/contract/account'
import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, describe, expect, test } from 'vitest'

import {
  goodPassword,
  service,
  tokenOf,
  type Browser,
  type Harness,
  type HarnessOptions,
} from '../flows/flow-harness.fixture.ts'
import {
  ada,
  createFactorHarness,
  eve,
  login,
  settings,
  setUpCodes,
  setUpTotp,
} from '../strategies/totp/authenticator.fixture.ts'

const day = 24 * 60 * 60_000
const path = ownAccountPaths.rememberedDevices

let harness: Harness
afterEach(() => harness.stop())

/** Creates a person with an authenticator app and backup codes; devices are remembered for 30 days by default. */
async function withFactors(options: HarnessOptions = { rememberDeviceMs: 30 * day }) {
  harness = await createFactorHarness({}, options)
  await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  const secret = await setUpTotp(browser, harness.clock())
  const codes = await setUpCodes(browser)
  return { browser, secret, codes }
}

async function signOut(browser: Browser) {
  const { logout_token: token } = (await browser.ask('/self-service/logout/browser')).body
  if (token === undefined) return
  await browser.ask(`/self-service/logout?token=${token}`)
}

/** Gives password and second factor, with further fields. */
async function signInTwice(browser: Browser, secret: string, fields: object, email = ada) {
  await signOut(browser)
  await browser.signIn(email)
  harness.clock.advance(30_000)
  const flow = (await browser.ask(`${login}?aal=aal2`)).body
  return browser.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()), ...fields })
}

/** Returns a browser that was remembered and then signed out. */
async function remembered(secret: string) {
  const browser = harness.browser()
  const done = await signInTwice(browser, secret, { remember_device: 'true' })
  expect(done.status).toBe(200)
  expect(done.cookies.some((name) => name.startsWith('gatehouse_device_'))).toBe(true)
  await signOut(browser)
  return browser
}

const isTrusted = async (browser: Browser) => (await browser.signIn(ada)).status === 200

/** Proves the mailbox. */
async function recover(browser: Browser) {
  const flow = (await browser.ask('/self-service/recovery/browser')).body
  await browser.send(flow, { method: 'code', email: ada })
  const done = await browser.post(flow, { method: 'code', code: await harness.codeFor(ada) })
  return { status: done.location?.includes('/settings?flow=') ? 200 : 500 }
}

/** Sends an operator's request about the account that is signed in here. */
async function admin(own: Browser, method: string, what: string) {
  return harness.admin(method, `/identities/${(await own.whoami()).body.identity.id}/${what}`)
}

/** Returns the cookie that identifies a browser, as it would be set again. */
function deviceCookie({ visitor }: Browser): string {
  return `${/gatehouse_device_\w+=[\w-]+/.exec(visitor.cookieHeader(service))?.[0]}; Path=/`
}

const remove = (browser: Browser, at: string) =>
  browser.visitor.fetch(`${service}${at}`, { method: 'DELETE', headers: { accept: 'application/json' } })

describe('a remembered device', () => {
  test('skips the second factor, and the session shows the reason', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    expect(await isTrusted(browser)).toBe(true)
    const { body } = await browser.whoami()
    expect(body.authenticator_assurance_level).toBe('aal2')
    expect(body.authentication_methods.map(({ method }: { method: string }) => method)).toEqual([
      'password',
      'remembered_device',
    ])
  })

  test('does not replace a second factor before the account is changed @remembered-devices-1', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    expect(await isTrusted(browser)).toBe(true)
    for (const at of [settings, ownAccountPaths.activity, ownAccountPaths.data]) {
      const refused = await browser.ask(at)
      expect([at, refused.status, refused.body.error.id]).toEqual([at, 403, 'session_aal2_required'])
    }
    expect((await browser.ask(path)).status, 'it may be taken off the list').toBe(200)
    harness.clock.advance(30_000)
    const flow = (await browser.ask(`${login}?aal=aal2`)).body
    const given = await browser.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()) })
    expect([given.status, (await browser.ask(settings)).status]).toEqual([200, 200])
  })

  test('raises no session that began before: confirming that it is you gives the level you had @remembered-devices-2', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    const other = harness.browser()
    await other.signIn(ada)
    other.visitor.keep(service, [deviceCookie(browser)])
    const flow = (await other.ask(`${login}?refresh=true`)).body
    const confirmed = await other.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect([confirmed.status, (await other.whoami()).body.error.id]).toEqual([422, 'session_aal2_required'])
    expect(await isTrusted(browser)).toBe(true)
  })

  test('needs the second factor again once it has expired', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    harness.clock.advance(30 * day)
    expect(await isTrusted(browser)).toBe(false)
  })

  test('still needs the password @remembered-devices-3', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    expect((await browser.signIn(ada, 'not-the-password')).status).toBe(400)
    expect((await browser.whoami()).status).toBe(401)
  })

  test('is not remembered without a request', async () => {
    const { secret } = await withFactors()
    for (const fields of [{}, { remember_device: 'false' }, { remember_device: { x: 1 } }, { remember_device: '' }]) {
      const browser = harness.browser()
      const done = await signInTwice(browser, secret, fields)
      expect([done.status, done.cookies.join()]).toEqual([200, expect.not.stringContaining('gatehouse_device')])
    }
  })

  test('is not remembered if the operator disables it @remembered-devices-4', async () => {
    const { secret } = await withFactors({})
    const browser = harness.browser()
    const done = await signInTwice(browser, secret, { remember_device: 'true' })
    expect([done.status, done.cookies.join()]).toEqual([200, expect.not.stringContaining('gatehouse_device')])
    expect((await browser.ask(ownAccountPaths.features)).body.remember_device_days).toBeNull()
  })

  test('is no use to another account, nor with an invented token @remembered-devices-5', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    const [, key = '', value = ''] = /(gatehouse_device_\w+)=([\w-]+)/.exec(browser.visitor.cookieHeader(service)) ?? []
    expect(value).toHaveLength(43)
    expect(await harness.rows('remembered_devices')).not.toContain(value)
    for (const made of ['', 'x'.repeat(43), `${value}x`, value.slice(1)]) {
      const stranger = harness.browser()
      stranger.visitor.keep(service, [`${key}=${made}; Path=/`])
      expect(await isTrusted(stranger)).toBe(false)
    }
    await harness.account(eve)
    const hers = harness.browser()
    await hers.signIn(eve)
    const own = await setUpTotp(hers, harness.clock())
    await signInTwice(hers, own, { remember_device: 'true' }, eve)
    const hersName = /gatehouse_device_\w+/.exec(hers.visitor.cookieHeader(service))?.[0]
    expect([hersName === undefined, hersName === key]).toEqual([false, false])
    const evil = harness.browser()
    evil.visitor.keep(service, [`${hersName}=${value}; Path=/`])
    expect((await evil.signIn(eve)).status).toBe(422)
  })

  test.each([
    ['a new password', async () => ({ method: 'password', password: 'another-Horse-battery-9' })],
    ['an authenticator app taken away', async () => ({ method: 'totp', totp_unlink: true })],
    ['backup codes taken away', async () => ({ method: 'lookup_secret', lookup_secret_disable: true })],
  ] as const)('is forgotten with %s @remembered-devices-6', async (_what, change) => {
    // A second step remains, whichever is removed.
    const { secret, browser: own } = await withFactors({ rememberDeviceMs: 30 * day, improves: false })
    const browser = await remembered(secret)
    expect((await own.ask(path)).body).toHaveLength(1)
    harness.clock.advance(1)
    const flow = (await own.ask(settings)).body
    const saved = await own.send(flow, await change())
    expect([saved.status, (await own.ask(path)).body]).toEqual([200, []])
    expect(await isTrusted(browser)).toBe(false)
  })

  test.each([
    ['a recovery', async (_own: Browser) => recover(harness.browser())],
    ['signing out everywhere else', (own: Browser) => remove(own, '/sessions')],
    ['an operator who ends the sessions', async (own: Browser) => admin(own, 'DELETE', 'sessions')],
    [
      'an operator who ends all people’s',
      () => harness.admin('POST', '/sessions', { action: 'disable', identities: ['*'] }),
    ],
    [
      'an operator who ends those of some',
      async (own: Browser) =>
        harness.admin('POST', '/sessions', { action: 'delete', identities: [(await own.whoami()).body.identity.id] }),
    ],
    ['an operator who takes a factor away', async (own: Browser) => admin(own, 'DELETE', 'credentials/totp')],
  ] as const)('is forgotten with %s @remembered-devices-11', async (_what, event) => {
    const { secret, browser: own } = await withFactors()
    const browser = await remembered(secret)
    const { status } = await event(own)
    expect(status).toBeLessThan(300)
    expect(await harness.rows('remembered_devices')).toBe('[]')
    expect(await isTrusted(browser)).toBe(false)
  })

  test('is forgotten sooner once the operator allows fewer days @remembered-devices-7', async () => {
    const dsn = `sqlite://${await mkdtemp(join(tmpdir(), 'devices-'))}/identity.db`
    const { secret } = await withFactors({ rememberDeviceMs: 30 * day, dsn })
    const cookie = deviceCookie(await remembered(secret))
    const now = harness.clock()
    await harness.stop()
    for (const [days, isKept] of [
      [3, true],
      [1, false],
    ] as const) {
      harness = await createFactorHarness({}, { rememberDeviceMs: days * day, dsn })
      harness.clock.advance(now - harness.clock() + 2 * day)
      const browser = harness.browser()
      browser.visitor.keep(service, [cookie])
      expect([days, await isTrusted(browser)]).toEqual([days, isKept])
      if (isKept) await harness.stop()
    }
  })

  test('is identified by a cookie that no script reads, one at a time @remembered-devices-8', async () => {
    const { secret, browser: own } = await withFactors()
    const browser = await remembered(secret)
    const before = deviceCookie(browser)
    await browser.signIn(ada)
    harness.clock.advance(30_000)
    const flow = (await browser.ask(`${login}?aal=aal2&refresh=true`)).body
    const again = await harness.raw(
      new Request(flow.ui.action, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          cookie: browser.visitor.cookieHeader(service),
        },
        body: JSON.stringify({
          csrf_token: tokenOf(flow),
          method: 'totp',
          totp_code: totpCode(secret, harness.clock()),
          remember_device: true,
        }),
      }),
    )
    const [line = ''] = again.headers.getSetCookie().filter((one) => one.startsWith('gatehouse_device_'))
    expect(line).toMatch(/; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    expect((await own.ask(path)).body).toHaveLength(1)
    const old = harness.browser()
    old.visitor.keep(service, [before])
    expect(await isTrusted(old)).toBe(false)
  })

  test('is kept through changes of no factor: a new name, a spent code, a re-hashed password', async () => {
    const { secret, codes, browser: own } = await withFactors()
    await remembered(secret)
    const flow = (await own.ask(settings)).body
    expect((await own.send(flow, { method: 'profile', traits: { email: ada, name: { first: 'Ada' } } })).status).toBe(
      200,
    )
    const other = harness.browser()
    await other.signIn(ada)
    const second = (await other.ask(`${login}?aal=aal2`)).body
    expect((await other.send(second, { method: 'lookup_secret', lookup_secret: codes[0] })).status).toBe(200)
    expect((await own.ask(path)).body).toHaveLength(1)
  })

  test('needs the second factor if a fresh one is required @remembered-devices-9', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    await browser.signIn(ada)
    const flow = (await browser.ask(`${login}?aal=aal2&refresh=true`)).body
    expect(flow.requested_aal).toBe('aal2')
    expect((await browser.send(flow, { method: 'totp', totp_code: '000000' })).status).toBe(400)
  })
})

describe('the list of remembered devices', () => {
  test('is one’s own, shows when each expires, and forgets one or all @remembered-devices-10', async () => {
    const { secret, browser: own } = await withFactors()
    const first = await remembered(secret)
    await remembered(secret)
    const listed = (await own.ask(path)).body
    expect(listed).toHaveLength(2)
    expect(Date.parse(listed[0].expires_at)).toBeGreaterThan(harness.clock() + 29 * day)
    expect(Object.keys(listed[0]).join()).not.toMatch(/token|hash/)

    await harness.account(eve)
    const stranger = harness.browser()
    await stranger.signIn(eve)
    expect((await stranger.ask(path)).body).toEqual([])
    expect((await remove(stranger, `${path}/${listed[0].id}`)).status).toBe(204)
    expect((await own.ask(path)).body, 'no one forgets another’s').toHaveLength(2)

    expect((await remove(own, `${path}/${listed[0].id}`)).status).toBe(204)
    expect((await own.ask(path)).body).toHaveLength(1)
    expect(await (await remove(own, path)).json()).toEqual({ count: 1 })
    expect(await isTrusted(first)).toBe(false)
    expect((await remove(own, `${path}/nonsense`)).status).toBeLessThan(500)
    expect((await harness.browser().ask(path)).status).toBe(401)
  })
})
