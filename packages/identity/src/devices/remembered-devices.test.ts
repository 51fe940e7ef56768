import { ownAccountPaths } from '@gatehouse/contract/own-account'
import { totpCode } from '@gatehouse/testing/totp-app'
import { afterEach, describe, expect, test } from 'vitest'

import { service } from '../flows/desk.fixture.ts'
import type { Browser, Desk } from '../flows/desk.fixture.ts'
import {
  ada,
  createFactorDesk,
  eve,
  login,
  settings,
  setUpCodes,
  setUpTotp,
} from '../strategies/totp/authenticator.fixture.ts'

const day = 24 * 60 * 60_000
const path = ownAccountPaths.rememberedDevices

let desk: Desk
afterEach(() => desk.stop())

/** Somebody with an authenticator app and backup codes; devices are remembered for 30 days, unless said otherwise. */
async function withFactors(isRemembering = true) {
  desk = await createFactorDesk({}, isRemembering ? { rememberDeviceMs: 30 * day } : {})
  await desk.account(ada)
  const browser = desk.browser()
  await browser.signIn(ada)
  const secret = await setUpTotp(browser, desk.clock())
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
  desk.clock.advance(30_000)
  const flow = (await browser.ask(`${login}?aal=aal2`)).body
  return browser.send(flow, { method: 'totp', totp_code: totpCode(secret, desk.clock()), ...fields })
}

/** A browser that was remembered and signed out since. */
async function remembered(secret: string) {
  const browser = desk.browser()
  const done = await signInTwice(browser, secret, { remember_device: 'true' })
  expect(done.status).toBe(200)
  expect(done.cookies.some((name) => name.startsWith('gatehouse_device_'))).toBe(true)
  await signOut(browser)
  return browser
}

const isSpared = async (browser: Browser) => (await browser.signIn(ada)).status === 200

const remove = (browser: Browser, at: string) =>
  browser.visitor.fetch(`${service}${at}`, { method: 'DELETE', headers: { accept: 'application/json' } })

describe('a device that somebody asked to remember', () => {
  test('is spared the second factor, and the session says why', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    expect(await isSpared(browser)).toBe(true)
    const { body } = await browser.whoami()
    expect(body.authenticator_assurance_level).toBe('aal2')
    expect(body.authentication_methods.map(({ method }: { method: string }) => method)).toEqual([
      'password',
      'remembered_device',
    ])
    expect((await browser.ask(settings)).status).toBe(200)
  })

  test('is asked again once its time is over', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    desk.clock.advance(30 * day)
    expect(await isSpared(browser)).toBe(false)
  })

  test('still needs the password', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    expect((await browser.signIn(ada, 'not-the-password')).status).toBe(400)
    expect((await browser.whoami()).status).toBe(401)
  })

  test('is not remembered unless asked', async () => {
    const { secret } = await withFactors()
    for (const fields of [{}, { remember_device: 'false' }, { remember_device: { x: 1 } }, { remember_device: '' }]) {
      const browser = desk.browser()
      const done = await signInTwice(browser, secret, fields)
      expect([done.status, done.cookies.join()]).toEqual([200, expect.not.stringContaining('gatehouse_device')])
    }
  })

  test('is not remembered where the operator does not want it', async () => {
    const { secret } = await withFactors(false)
    const browser = desk.browser()
    const done = await signInTwice(browser, secret, { remember_device: 'true' })
    expect([done.status, done.cookies.join()]).toEqual([200, expect.not.stringContaining('gatehouse_device')])
    expect((await browser.ask(ownAccountPaths.features)).body.remember_device_days).toBeNull()
  })

  test('is no use to another account, nor with a made-up token', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    const [, key = '', value = ''] = /(gatehouse_device_\w+)=([\w-]+)/.exec(browser.visitor.cookieHeader(service)) ?? []
    expect(value).toHaveLength(43)
    expect(desk.rows('remembered_devices')).not.toContain(value)
    for (const made of ['', 'x'.repeat(43), `${value}x`, value.slice(1)]) {
      const stranger = desk.browser()
      stranger.visitor.keep(service, [`${key}=${made}; Path=/`])
      expect(await isSpared(stranger)).toBe(false)
    }
    await desk.account(eve)
    const hers = desk.browser()
    await hers.signIn(eve)
    const own = await setUpTotp(hers, desk.clock())
    await signInTwice(hers, own, { remember_device: 'true' }, eve)
    const hersName = /gatehouse_device_\w+/.exec(hers.visitor.cookieHeader(service))?.[0]
    expect([hersName === undefined, hersName === key]).toEqual([false, false])
    const evil = desk.browser()
    evil.visitor.keep(service, [`${hersName}=${value}; Path=/`])
    expect((await evil.signIn(eve)).status).toBe(422)
  })

  test.each([
    ['a new password', async () => ({ method: 'password', password: 'another-Horse-battery-9' })],
    ['an authenticator app taken away', async () => ({ method: 'totp', totp_unlink: true })],
    ['backup codes taken away', async () => ({ method: 'lookup_secret', lookup_secret_disable: true })],
  ] as const)('is forgotten with %s', async (_what, change) => {
    const { secret, browser: own } = await withFactors()
    const browser = await remembered(secret)
    expect((await own.ask(path)).body).toHaveLength(1)
    desk.clock.advance(1)
    const flow = (await own.ask(settings)).body
    const saved = await own.send(flow, await change())
    expect([saved.status, (await own.ask(path)).body]).toEqual([200, []])
    expect(await isSpared(browser)).toBe(false)
  })

  test('is kept through what changes no factor: a new name, a spent code, a re-hashed password', async () => {
    const { secret, codes, browser: own } = await withFactors()
    await remembered(secret)
    const flow = (await own.ask(settings)).body
    expect((await own.send(flow, { method: 'profile', traits: { email: ada, name: { first: 'Ada' } } })).status).toBe(
      200,
    )
    const other = desk.browser()
    await other.signIn(ada)
    const second = (await other.ask(`${login}?aal=aal2`)).body
    expect((await other.send(second, { method: 'lookup_secret', lookup_secret: codes[0] })).status).toBe(200)
    expect((await own.ask(path)).body).toHaveLength(1)
  })

  test('is asked all the same where a fresh second factor is wanted', async () => {
    const { secret } = await withFactors()
    const browser = await remembered(secret)
    await browser.signIn(ada)
    const flow = (await browser.ask(`${login}?aal=aal2&refresh=true`)).body
    expect(flow.requested_aal).toBe('aal2')
    expect((await browser.send(flow, { method: 'totp', totp_code: '000000' })).status).toBe(400)
  })
})

describe('the list of remembered devices', () => {
  test('is one’s own, says when each ends, and forgets one or all', async () => {
    const { secret, browser: own } = await withFactors()
    const first = await remembered(secret)
    await remembered(secret)
    const listed = (await own.ask(path)).body
    expect(listed).toHaveLength(2)
    expect(Date.parse(listed[0].expires_at)).toBeGreaterThan(desk.clock() + 29 * day)
    expect(Object.keys(listed[0]).join()).not.toMatch(/token|hash/)

    await desk.account(eve)
    const stranger = desk.browser()
    await stranger.signIn(eve)
    expect((await stranger.ask(path)).body).toEqual([])
    expect((await remove(stranger, `${path}/${listed[0].id}`)).status).toBe(204)
    expect((await own.ask(path)).body, 'nobody forgets another’s').toHaveLength(2)

    expect((await remove(own, `${path}/${listed[0].id}`)).status).toBe(204)
    expect((await own.ask(path)).body).toHaveLength(1)
    expect(await (await remove(own, path)).json()).toEqual({ count: 1 })
    expect(await isSpared(first)).toBe(false)
    expect((await remove(own, `${path}/nonsense`)).status).toBeLessThan(500)
    expect((await desk.browser().ask(path)).status).toBe(401)
  })
})
