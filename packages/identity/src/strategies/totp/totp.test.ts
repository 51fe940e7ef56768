import { totpCode, wrongTotpCode } from '@gatehouse/testing/devices'
import { PNG } from 'pngjs'
import { afterEach, describe, expect, test } from 'vitest'

import { buttons, field, messages, messagesAt, pages, type Harness } from '../../flows/flow-harness.fixture.ts'
import {
  ada,
  createFactorHarness,
  eve,
  login,
  namesOf,
  nodeOf,
  secretIn,
  settings,
  setUpTotp,
} from './authenticator.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

async function signedIn(options = {}) {
  harness = await createFactorHarness(options)
  const id = await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  return { browser, id, flow: (await browser.ask(settings)).body }
}

/** Returns a new browser of a person with an authenticator app, who owes its code. */
async function owing(options = {}) {
  const { browser, id } = await signedIn(options)
  const secret = await setUpTotp(browser, harness.clock())
  const other = harness.browser()
  await other.signIn(ada)
  const code = (steps = 0) => totpCode(secret, harness.clock(), steps)
  return { id, secret, code, browser: other, flow: (await other.ask(`${login}?aal=aal2`)).body }
}

describe('setting an authenticator app up', () => {
  test('offers a key as picture and text; a wrong or missing code keeps it, a right one saves it', async () => {
    const { browser, flow } = await signedIn()
    expect(namesOf(flow, 'totp')).toEqual(['totp_qr', 'totp_secret_key', 'totp_code', 'method'])
    const secret = secretIn(flow)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const picture = nodeOf(flow, 'totp_qr').attributes
    const png = PNG.sync.read(Buffer.from(picture.src.replace('data:image/png;base64,', ''), 'base64'))
    expect([picture.width, picture.height, png.width, png.height]).toEqual([256, 256, 256, 256])

    const wrong = await browser.send(flow, { method: 'totp', totp_code: wrongTotpCode(secret, harness.clock()) })
    expect([wrong.status, messagesAt(wrong.body, 'totp_code'), secretIn(wrong.body)]).toEqual([400, [4000008], secret])
    const missing = await browser.send(flow, { method: 'totp' })
    expect([missing.status, messagesAt(missing.body, 'totp_code')]).toEqual([400, [4000002]])
    const typed = await browser.send(flow, { method: 'totp', totp_code: {} })
    expect(messagesAt(typed.body, 'totp_code')).toEqual([4000026])

    const [a = '', b = ''] = totpCode(secret, harness.clock()).split(/(?<=^...)/)
    const saved = await browser.send(flow, { method: 'totp', totp_code: ` ${a} ${b} ` })
    expect([saved.status, saved.body.state, messages(saved.body)]).toEqual([200, 'success', [1050001]])
    expect([namesOf(saved.body, 'totp'), saved.cookies]).toEqual([['totp_unlink'], ['ory_kratos_session']])
    const again = await browser.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()) })
    expect(messages(again.body)).toEqual([4000001])
  })

  test('raises the session, without being a new sign-in @totp-1', async () => {
    const { browser, flow } = await signedIn()
    const before = (await browser.whoami()).body
    harness.clock.advance(60_000)
    await browser.send(flow, { method: 'totp', totp_code: totpCode(secretIn(flow), harness.clock()) })
    const after = (await browser.whoami()).body
    expect(after.authenticator_assurance_level).toBe('aal2')
    expect(after.authentication_methods.map(({ method }: { method: string }) => method)).toEqual(['password', 'totp'])
    expect([after.authenticated_at, after.devices.length]).toEqual([before.authenticated_at, before.devices.length])
  })

  test('every flow has a separate key, and another account cannot save it', async () => {
    const { browser, flow } = await signedIn()
    expect(secretIn((await browser.ask(settings)).body)).not.toBe(secretIn(flow))
    await harness.account(eve)
    const thief = harness.browser()
    await thief.signIn(eve)
    const stolen = await thief.send(flow, { method: 'totp', totp_code: totpCode(secretIn(flow), harness.clock()) })
    expect(stolen.status).toBe(403)
  })

  test('is removed by its button, as forms and scripts send it; then the password is enough', async () => {
    const { browser } = await signedIn()
    const secret = await setUpTotp(browser, harness.clock())
    const flow = (await browser.ask(settings)).body
    expect(buttons(flow)).toContain('totp_unlink=true')
    const form = await browser.post(flow, { totp_unlink: 'true' })
    expect([form.status, form.location]).toEqual([303, `${pages}/settings?flow=${flow.id}`])
    const next = (await browser.ask(settings)).body
    expect(secretIn(next)).not.toBe(secret)
    expect((await harness.browser().signIn(ada)).status).toBe(200)
    // Nothing remains to be removed, and nothing happens.
    expect((await browser.send(next, { method: 'totp', totp_unlink: true })).status).toBe(200)
  })

  test('needs a recent sign-in; the change is kept until then, unreadable', async () => {
    const { browser, flow } = await signedIn()
    harness.clock.advance(16 * 60_000)
    const code = totpCode(secretIn(flow), harness.clock())
    const late = await browser.send(flow, { method: 'totp', totp_code: code })
    expect([late.status, late.body.error.id]).toEqual([403, 'session_refresh_required'])
    expect(await harness.rows('continuity_containers')).not.toContain(code)
    const refresh = (await browser.ask(`${login}?refresh=true`)).body
    await browser.send(refresh, { method: 'password', identifier: ada, password: 'correct-Horse-battery-9' })
    const resumed = await browser.go(`/self-service/settings?flow=${flow.id}`)
    expect(resumed.status).toBe(303)
    expect((await browser.whoami()).body.authenticator_assurance_level).toBe('aal2')
  })

  test('native apps set it up too', async () => {
    await signedIn()
    const app = harness.app()
    const { session_token: token } = (await app.signIn(ada)).body
    const flow = (await app.ask('/self-service/settings/api', token)).body
    const code = totpCode(secretIn(flow), harness.clock())
    const saved = await app.send(flow, { method: 'totp', totp_code: code }, token)
    expect([saved.status, saved.body.state, saved.body.continue_with]).toEqual([200, 'success', undefined])
    expect((await app.ask('/sessions/whoami', token)).body.authenticator_assurance_level).toBe('aal2')
  })

  test('neither the offered nor the saved key is readable on the disk @totp-2', async () => {
    const { browser, flow } = await signedIn()
    const secret = secretIn(flow)
    expect(await harness.rows('flows')).not.toContain(secret)
    await browser.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()) })
    expect(await harness.rows('identities')).toContain('totp_url')
    expect(await harness.rows('identities')).not.toMatch(new RegExp(`${secret}|otpauth`))
  })
})

describe('confirming a sign-in with its code', () => {
  test('it is the only question; wrong, missing, right', async () => {
    const { browser, flow, secret, code } = await owing()
    expect([flow.requested_aal, messages(flow), namesOf(flow, 'totp')]).toEqual([
      'aal2',
      [1010004],
      ['totp_code', 'method'],
    ])
    expect([field(flow, 'totp_code').attributes.value, flow.ui.nodes.length]).toEqual(['', 3])
    const wrong = await browser.send(flow, { method: 'totp', totp_code: wrongTotpCode(secret, harness.clock()) })
    expect([wrong.status, messages(wrong.body)]).toEqual([400, [4000008]])
    expect(field(wrong.body, 'totp_code').attributes.value).toBeUndefined()
    const missing = await browser.send(flow, { method: 'totp' })
    expect([messages(missing.body), messagesAt(missing.body, 'totp_code')]).toEqual([[], [4000002]])
    const right = await browser.send(flow, { method: 'totp', totp_code: code() })
    expect([right.status, right.cookies]).toEqual([200, ['ory_kratos_session']])
    expect(right.body.session.authenticator_assurance_level).toBe('aal2')
    expect((await browser.whoami()).status).toBe(200)
  })

  test.each([
    [-2, 400],
    [-1, 400],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('a code %i steps away is answered with %i (the step before was used to set it up)', async (steps, status) => {
    const { browser, flow, code } = await owing()
    expect((await browser.send(flow, { method: 'totp', totp_code: code(steps) })).status).toBe(status)
  })

  test('a code counts once, also in another session @totp-3', async () => {
    const { browser, flow, code } = await owing()
    const twice = harness.browser()
    await twice.signIn(ada)
    const other = (await twice.ask(`${login}?aal=aal2`)).body
    const used = code()
    const answers = await Promise.all([
      browser.send(flow, { method: 'totp', totp_code: used }),
      twice.send(other, { method: 'totp', totp_code: used }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    harness.clock.advance(30_000)
    const late = harness.browser()
    await late.signIn(ada)
    const flow3 = (await late.ask(`${login}?aal=aal2`)).body
    expect((await late.send(flow3, { method: 'totp', totp_code: used })).status).toBe(400)
    expect((await late.send(flow3, { method: 'totp', totp_code: code() })).status).toBe(200)
  })

  test('guessing is slowed down in every flow, and a right code after the pause ends that @totp-4', async () => {
    const { browser, flow, secret, code } = await owing()
    const guess = () => browser.send(flow, { method: 'totp', totp_code: wrongTotpCode(secret, harness.clock()) })
    for (let count = 0; count < 5; count += 1) expect(messages((await guess()).body)).toEqual([4000008])
    harness.clock.advance(29_000)
    expect(messages((await browser.send(flow, { method: 'totp', totp_code: code() })).body)).toEqual([4000001])
    const other = harness.browser()
    await other.signIn(ada)
    const flow2 = (await other.ask(`${login}?aal=aal2`)).body
    expect(messages((await other.send(flow2, { method: 'totp', totp_code: code() })).body)).toEqual([4000001])
    harness.clock.advance(1000)
    expect(messages((await guess()).body)).toEqual([4000008])
    harness.clock.advance(59_000)
    expect(messages((await guess()).body)).toEqual([4000001])
    harness.clock.advance(1000)
    expect((await browser.send(flow, { method: 'totp', totp_code: code() })).status).toBe(200)
    const refresh = (await browser.ask(`${login}?aal=aal2&refresh=true`)).body
    expect(messages(refresh)).toEqual([1010003])
    const wrong = await browser.send(refresh, { method: 'totp', totp_code: wrongTotpCode(secret, harness.clock()) })
    expect(messages(wrong.body)).toEqual([4000008])
  })

  test('belongs to the account that is signed in', async () => {
    const { flow, code } = await owing()
    await harness.account(eve)
    const thief = harness.app()
    const { session_token: token } = (await thief.signIn(eve)).body
    const own = (await thief.ask('/self-service/login/api?aal=aal2', token)).body
    expect(own.ui.nodes).toHaveLength(1)
    const submitted = await thief.send(own, { method: 'totp', totp_code: code() }, token)
    expect([submitted.status, messages(submitted.body)]).toEqual([400, [4000011]])
    const browser = harness.browser()
    await browser.signIn(eve)
    expect((await browser.send(flow, { method: 'totp', totp_code: code() })).status).toBe(403)
    expect((await harness.browser().send(flow, { method: 'totp', totp_code: code() })).status).toBe(401)
  })

  test('is no first factor', async () => {
    const { code } = await owing()
    expect(namesOf((await harness.browser().ask(login)).body, 'totp')).toEqual([])
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    expect(messages((await app.send(flow, { method: 'totp', totp_code: code() })).body)).toEqual([4010002])
  })

  test('is nothing while it is switched off', async () => {
    harness = await createFactorHarness({ methods: { totp: { enabled: false } } })
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const answer = await app.send(flow, { method: 'totp', totp_code: '000000' })
    expect([answer.status, messages(answer.body)]).toEqual([400, [4010002]])
  })
})
