import { ownAccountPaths } from '@gatehouse/contract/account'
import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, describe, expect, test } from 'vitest'

import { goodPassword, service, type Browser, type Harness } from '../flows/flow-harness.fixture.ts'
import {
  ada,
  createFactorHarness,
  login,
  secretIn,
  settings,
  setUpTotp,
} from '../strategies/totp/authenticator.fixture.ts'
import { after, startHookReceiver, webHook } from '../web-hooks/receiver.fixture.ts'

const day = 24 * 60 * 60_000

let harness: Harness
const clean: (() => Promise<void>)[] = []
afterEach(async () => {
  await harness.stop()
  for (const step of clean.splice(0)) await step()
})

const open = async (rest = {}) => {
  harness = await createFactorHarness({ rest }, { rememberDeviceMs: 30 * day })
}

/** Opens a service with an awaited hook after flows of this kind; `say` sets the status of its answers. */
async function openWithHook(kind: 'login' | 'settings') {
  const receiver = await startHookReceiver()
  clean.push(() => receiver.close())
  await open(after(kind, webHook(`${receiver.url}/told`)))
  return { say: (status: number) => void (receiver.answers = { '/told': { status } }) }
}

async function signedIn(): Promise<Browser> {
  const browser = harness.browser()
  await browser.signIn(ada)
  return browser
}

async function giveTotp(browser: Browser, secret: string, fields: object = {}) {
  harness.clock.advance(30_000)
  const flow = (await browser.ask(`${login}?aal=aal2`)).body
  return browser.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()), ...fields })
}

/** Returns the session cookie as a thief could have copied it. */
const sessionCookie = (browser: Browser) =>
  /ory_kratos_session=[^;]+/.exec(browser.visitor.cookieHeader(service))?.[0] ?? ''

function thief(cookie: string): Browser {
  const browser = harness.browser()
  browser.visitor.keep(service, [`${cookie}; Path=/`])
  return browser
}

const remove = (browser: Browser, at: string) =>
  browser.visitor.fetch(`${service}${at}`, { method: 'DELETE', headers: { accept: 'application/json' } })

describe('a session of one factor', () => {
  test('ends none of the owner’s sessions and forgets no device, if the account has a second factor @stolen-session-1', async () => {
    await open()
    await harness.account(ada)
    const owner = await signedIn()
    const secret = await setUpTotp(owner, harness.clock())
    const device = harness.browser()
    await device.signIn(ada)
    await giveTotp(device, secret, { remember_device: 'true' })
    const sessionId = (await device.whoami()).body.id

    const half = await signedInHalf()
    for (const at of [
      '/sessions',
      `/sessions/${sessionId}`,
      ownAccountPaths.rememberedDevices,
      `${ownAccountPaths.rememberedDevices}/${(await owner.ask(ownAccountPaths.rememberedDevices)).body[0].id}`,
    ]) {
      const refused = await remove(half, at)
      expect([at, refused.status]).toEqual([at, 403])
      expect(await refused.json()).toMatchObject({
        error: { id: 'session_aal2_required' },
        redirect_browser_to: `${service}${login}?aal=aal2`,
      })
    }
    expect([(await device.whoami()).status, (await owner.whoami()).status]).toEqual([200, 200])
    expect((await owner.ask(ownAccountPaths.rememberedDevices)).body).toHaveLength(1)

    await giveTotp(half, secret)
    const ended = await remove(half, '/sessions')
    expect([ended.status, await ended.json()]).toEqual([200, { count: 2 }])
  })

  test('ends others if the account has no second factor', async () => {
    await open()
    await harness.account(ada)
    const [one, two] = [await signedIn(), await signedIn()]
    expect((await remove(one, '/sessions')).status).toBe(200)
    expect((await two.whoami()).status).toBe(401)
  })
})

/** Returns a browser after the password, with the second factor still owed. */
async function signedInHalf(): Promise<Browser> {
  const browser = harness.browser()
  expect((await browser.signIn(ada)).status).toBe(422)
  return browser
}

describe('a session cookie that was copied', () => {
  test('before the second factor was given opens nothing afterwards @stolen-session-2', async () => {
    await open()
    await harness.account(ada)
    const secret = await setUpTotp(await signedIn(), harness.clock())
    const owner = await signedInHalf()
    const copy = sessionCookie(owner)
    expect((await giveTotp(owner, secret)).status).toBe(200)
    expect((await owner.whoami()).body.authenticator_assurance_level).toBe('aal2')
    expect((await thief(copy).whoami()).status).toBe(401)
  })

  test('before a sign-in was confirmed opens nothing afterwards @stolen-session-3', async () => {
    await open()
    await harness.account(ada)
    const owner = await signedIn()
    const copy = sessionCookie(owner)
    const id = (await owner.whoami()).body.id
    const flow = (await owner.ask(`${login}?refresh=true`)).body
    const done = await owner.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect([done.status, done.cookies]).toEqual([200, ['ory_kratos_session']])
    expect((await owner.whoami()).body.id).toBe(id)
    expect((await thief(copy).whoami()).status).toBe(401)
  })

  test('before a second factor was set up opens nothing afterwards', async () => {
    await open()
    await harness.account(ada)
    const owner = await signedIn()
    const copy = sessionCookie(owner)
    await setUpTotp(owner, harness.clock())
    expect((await owner.whoami()).body.authenticator_assurance_level).toBe('aal2')
    expect((await thief(copy).whoami()).status).toBe(401)
  })

  test('of an app opens nothing once the app has given its second factor', async () => {
    await open()
    await harness.account(ada)
    const secret = await setUpTotp(await signedIn(), harness.clock())
    const app = harness.app()
    const { session_token: before } = (await app.signIn(ada)).body
    harness.clock.advance(30_000)
    const flow = (await app.ask('/self-service/login/api?aal=aal2', before)).body
    const done = await app.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()) }, before)
    const { session_token: after } = done.body
    expect(after).not.toBe(before)
    expect((await app.ask('/sessions/whoami', after)).status).toBe(200)
    expect((await app.ask('/sessions/whoami', before)).status).toBe(401)
  })
})

describe('a sign-in of long ago', () => {
  test('does not export the data of the account @stolen-session-4', async () => {
    await open()
    await harness.account(ada)
    const browser = await signedIn()
    expect((await browser.ask(ownAccountPaths.data)).status).toBe(200)
    harness.clock.advance(15 * 60_000)
    const refused = await browser.ask(ownAccountPaths.data)
    expect([refused.status, refused.body.error.id]).toEqual([403, 'session_refresh_required'])
    expect(refused.body.redirect_browser_to).toContain('refresh=true')
    const flow = (await browser.ask(`${login}?refresh=true`)).body
    await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect((await browser.ask(ownAccountPaths.data)).status).toBe(200)
  })

  test('does not change the password: it requires the old one, or another sign-in method @stolen-session-5', async () => {
    await open()
    await harness.account(ada)
    const browser = await signedIn()
    harness.clock.advance(15 * 60_000)
    const flow = (await browser.ask(settings)).body
    const refused = await browser.send(flow, { method: 'password', password: 'another-Horse-battery-9' })
    expect([refused.status, refused.body.error.id]).toEqual([403, 'session_refresh_required'])
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })
})

describe('a hook that fails after the change was stored', () => {
  test('leaves the session at the level that it had, and the next try counts @stolen-session-9', async () => {
    const { say } = await openWithHook('login')
    await harness.account(ada)
    const secret = await setUpTotp(await signedIn(), harness.clock())
    const owner = await signedInHalf()
    const copy = sessionCookie(owner)
    say(500)
    const failed = await giveTotp(owner, secret)
    expect([failed.status, failed.cookies]).toEqual([502, []])
    for (const browser of [owner, thief(copy)]) expect((await browser.whoami()).status).toBe(403)
    say(200)
    expect((await giveTotp(owner, secret)).status).toBe(200)
    expect((await owner.whoami()).body.authenticator_assurance_level).toBe('aal2')
  })

  test('leaves a sign-in of long ago as old as it was @stolen-session-10', async () => {
    const { say } = await openWithHook('login')
    await harness.account(ada)
    const browser = await signedIn()
    const before = (await browser.whoami()).body
    harness.clock.advance(15 * 60_000)
    say(500)
    const flow = (await browser.ask(`${login}?refresh=true`)).body
    const failed = await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect([failed.status, failed.cookies]).toEqual([502, []])
    const { authenticated_at, authentication_methods } = (await browser.whoami()).body
    expect({ authenticated_at, authentication_methods }).toEqual({
      authenticated_at: before.authenticated_at,
      authentication_methods: before.authentication_methods,
    })
    expect((await browser.ask(ownAccountPaths.data)).status).toBe(403)
  })

  test('leaves no copied cookie the level of a second factor that was set up @stolen-session-6', async () => {
    const { say } = await openWithHook('settings')
    await harness.account(ada)
    const owner = await signedIn()
    const copy = sessionCookie(owner)
    say(500)
    const flow = (await owner.ask(settings)).body
    const failed = await owner.send(flow, {
      method: 'totp',
      totp_code: totpCode(secretIn(flow), harness.clock(), -1),
    })
    expect([failed.status, failed.cookies]).toEqual([502, ['ory_kratos_session']])
    expect((await owner.whoami()).body.authenticator_assurance_level).toBe('aal2')
    expect((await thief(copy).whoami()).status).toBe(401)
  })
})
