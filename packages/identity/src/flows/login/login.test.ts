import { hashSync } from 'bcryptjs'
import { afterEach, describe, expect, test } from 'vitest'

import {
  buttons,
  createHarness,
  field,
  goodPassword,
  messages,
  messagesAt,
  pages,
  service,
  type Harness,
} from '../flow-harness.fixture.ts'
import { noLimits } from '../../limits/policy.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'

describe('signing in with a password', () => {
  test('a script gets the session, both cookies again and the next address', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(`/self-service/login/browser?return_to=${pages}/inside`)).body
    expect(buttons(flow)).toEqual(['method=code', 'method=password'])
    const done = await browser.send(flow, {
      method: 'password',
      identifier: ' ADA@example.org',
      password: goodPassword,
    })
    expect(done.status).toBe(200)
    expect(done.cookies.map((name) => name.replace(/_[0-9a-f]{64}$/, ''))).toEqual(['csrf_token', 'ory_kratos_session'])
    expect(done.body.continue_with).toEqual([{ action: 'redirect_browser_to', redirect_browser_to: `${pages}/inside` }])
    expect(done.body.session_token).toBeUndefined()
    expect((await browser.whoami()).body.authentication_methods).toMatchObject([{ method: 'password', aal: 'aal1' }])
  })

  test('a form is redirected, also after a mistake, and keeps the name but not the password', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const start = await browser.go('/self-service/login/browser')
    expect(start.location).toMatch(/^http:\/\/app\.example\.test\/login\?flow=/)
    const id = new URL(start.location ?? '').searchParams.get('flow')
    const flow = (await browser.ask(`/self-service/login/flows?id=${id}`)).body
    const wrong = await browser.post(flow, { method: 'password', identifier: ada, password: 'not-the-password' })
    expect([wrong.status, wrong.location]).toEqual([303, start.location])
    const shown = (await browser.ask(`/self-service/login/flows?id=${id}`)).body
    expect(messages(shown)).toEqual([4000006])
    expect(field(shown, 'identifier').attributes.value).toBe(ada)
    expect(JSON.stringify(shown)).not.toContain('not-the-password')
    const done = await browser.post(shown, { method: 'password', identifier: ada, password: goodPassword })
    expect([done.status, done.location]).toEqual([303, `${pages}/`])
  })

  test('a native app gets a token and no cookie, and may use the flow again @login-2', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const first = await app.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect(first.body.session_token).toMatch(/^ory_st_\w{32}$/)
    expect([first.cookies, first.body.continue_with]).toEqual([[], null])
    const second = await app.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect(second.body.session_token).not.toBe(first.body.session_token)
  })

  test('an unknown name and a wrong password get the same answer @login-3', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const answers = await Promise.all(
      [ada, 'nobody@example.org'].map(async (identifier) => {
        const flow = (await app.ask('/self-service/login/api')).body
        const { status, body } = await app.send(flow, { method: 'password', identifier, password: 'wrong-wrong' })
        return JSON.stringify([status, body.state, body.active, body.ui.messages, body.ui.nodes]).replaceAll(
          identifier,
          'NAME',
        )
      }),
    )
    expect(answers[0]).toBe(answers[1])
  })

  test('missing fields, other types and no method are reported', async () => {
    harness = await createHarness()
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const empty = await app.send(flow, { method: 'password', identifier: '', password: '' })
    expect([empty.status, messagesAt(empty.body, 'identifier'), messagesAt(empty.body, 'password')]).toEqual([
      400,
      [4000002],
      [4000002],
    ])
    const odd = await app.send(flow, { method: 'password', identifier: ['a'], password: {} })
    expect([odd.status, messagesAt(odd.body, 'identifier'), messagesAt(odd.body, 'password')]).toEqual([
      400,
      [4000026],
      [4000026],
    ])
    for (const fields of [{}, { method: 'bogus' }, { method: 7 }, { method: 'totp', totp_code: '1' }]) {
      const answer = await app.send(flow, fields)
      expect([answer.status, messages(answer.body)]).toEqual([400, [4010002]])
    }
    expect((await app.send(flow, { provider: 'corp' })).status).toBe(404)
  })

  test('an inactive account cannot sign in @login-4', async () => {
    harness = await createHarness()
    await harness.account(ada, { state: 'inactive' })
    const answer = await harness.app().signIn(ada)
    expect([answer.status, messages(answer.body), answer.body.session]).toEqual([400, [4010011], undefined])
  })

  test('a hash of another cost is replaced at the next sign-in @login-5', async () => {
    harness = await createHarness()
    const foreign = hashSync(goodPassword, 5)
    const id = await harness.account(ada, { credentials: { password: { config: { hashed_password: foreign } } } })
    const stored = async () =>
      (await harness.admin('GET', `/identities/${id}?include_credential=password`)).body.credentials.password.config
        .hashed_password
    expect(await stored()).toBe(foreign)
    expect((await harness.app().signIn(ada)).status).toBe(200)
    expect(await stored()).toMatch(/^\$2[aby]\$04\$/)
    expect((await harness.app().signIn(ada)).status).toBe(200)
  })
})

describe('anti-CSRF protection and flow ids', () => {
  test('a token from nowhere, a missing cookie and another browser are refused @login-6', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const fields = { method: 'password', identifier: ada, password: goodPassword }
    const forged = await browser.send(flow, { ...fields, csrf_token: 'bogus' })
    expect([forged.status, forged.body.error.id]).toEqual([403, 'security_csrf_violation'])
    const missing = await browser.send(flow, { ...fields, csrf_token: undefined })
    expect(missing.status).toBe(403)
    const stranger = harness.browser()
    await stranger.ask('/self-service/login/browser')
    expect((await stranger.send(flow, fields)).status).toBe(403)
    expect((await harness.browser().send(flow, fields)).status).toBe(403)
    expect((await stranger.ask(`/self-service/login/flows?id=${flow.id}`)).status).toBe(403)
    const form = await browser.post(flow, { ...fields, csrf_token: 'bogus' })
    expect(form.location).toMatch(/^http:\/\/app\.example\.test\/error\?id=/)
    const id = new URL(form.location ?? '').searchParams.get('id')
    expect((await browser.ask(`/self-service/errors?id=${id}`)).body.error.id).toBe('security_csrf_violation')
  })

  test('every rendering of the token is different and stays valid @login-7', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const again = (await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body
    expect(field(again, 'csrf_token').attributes.value).not.toBe(field(flow, 'csrf_token').attributes.value)
    expect(field(flow, 'csrf_token').attributes.value).toHaveLength(88)
    expect((await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })).status).toBe(200)
  })

  test('a flow that was opened before a sign-in cannot be read after it @login-8', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const left = (await browser.ask('/self-service/login/browser')).body
    const right = (await browser.ask('/self-service/login/browser')).body
    await browser.send(left, { method: 'password', identifier: ada, password: goodPassword })
    expect((await browser.ask(`/self-service/login/flows?id=${right.id}`)).status).toBe(403)
  })

  test('a native flow refuses browsers @login-9', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const flow = (await harness.app().ask('/self-service/login/api')).body
    for (const headers of [{ origin: 'http://evil.test' }, { cookie: 'a=b' }]) {
      const answer = await harness.raw(
        new Request(flow.ui.action, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ method: 'password', identifier: ada, password: goodPassword }),
        }),
      )
      expect([answer.status, messages(await answer.json())]).toEqual([400, [4000001]])
    }
    const proxied = await harness.raw(
      new Request(flow.ui.action, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: '__cf_bm=1; cf_clearance=2' },
        body: JSON.stringify({ method: 'password', identifier: ada, password: goodPassword }),
      }),
    )
    expect(proxied.status).toBe(200)
  })

  test('unknown, malformed and missing flow ids', async () => {
    harness = await createHarness()
    const browser = harness.browser()
    for (const id of ['11111111-2222-4333-8444-555555555555', 'nope']) {
      expect((await browser.ask(`/self-service/login/flows?id=${id}`)).status).toBe(404)
    }
    const action = (flow: string) => ({ ui: { action: `${service}/self-service/login${flow}`, nodes: [] } })
    expect((await browser.send(action(''), {})).status).toBe(400)
    expect((await browser.send(action('?flow=nope'), {})).status).toBe(400)
    expect((await browser.send(action('?flow=11111111-2222-4333-8444-555555555555'), {})).status).toBe(404)
    const other = (await browser.ask('/self-service/recovery/browser')).body
    expect((await browser.ask(`/self-service/login/flows?id=${other.id}`)).status).toBe(404)
  })
})

describe('signing in with a code', () => {
  test('a wrong code, a new code, and then the right one', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const sent = await browser.send(flow, { method: 'code', identifier: ada })
    expect([sent.status, sent.body.state, sent.body.active, messages(sent.body)]).toEqual([
      400,
      'sent_email',
      'code',
      [1010014],
    ])
    const old = await harness.codeFor(ada)
    const wrong = await browser.send(flow, {
      method: 'code',
      identifier: ada,
      code: old === '000000' ? '000001' : '000000',
    })
    expect(messages(wrong.body)).toEqual([4010008])
    await browser.send(flow, { method: 'code', identifier: ada, resend: 'code' })
    const fresh = await harness.codeFor(ada)
    expect(messages((await browser.send(flow, { method: 'code', code: old })).body)).toEqual([4010008])
    const done = await browser.send(flow, {
      method: 'code',
      identifier: ada,
      code: `${fresh.slice(0, 3)} ${fresh.slice(3)}`,
    })
    expect(done.body.session.authentication_methods).toMatchObject([{ method: 'code', aal: 'aal1' }])
    expect(done.body.session.identity.verifiable_addresses).toMatchObject([{ verified: true, status: 'completed' }])
  })

  test('after five wrong codes even the right one fails, until a new one is sent', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'code', identifier: ada })
    const code = await harness.codeFor(ada)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let count = 0; count < 5; count += 1) {
      expect(messages((await app.send(flow, { method: 'code', code: wrong })).body)).toEqual([4010008])
    }
    const late = await app.send(flow, { method: 'code', code })
    expect([late.status, messages(late.body)]).toEqual([400, [4000001]])
    await app.send(flow, { method: 'code', identifier: ada, resend: 'code' })
    expect((await app.send(flow, { method: 'code', code: await harness.codeFor(ada) })).status).toBe(200)
  })

  test('guessing in parallel counts every guess @login-10', async () => {
    // The code's own limit, without the account's.
    harness = await createHarness({}, undefined, {}, { limits: noLimits })
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'code', identifier: ada })
    const code = await harness.codeFor(ada)
    const guesses = Array.from({ length: 30 }, (_, index) => String(index).padStart(6, '9')).filter(
      (guess) => guess !== code,
    )
    const answers = await Promise.all(guesses.map((guess) => app.send(flow, { method: 'code', code: guess })))
    expect(answers.filter(({ body }) => messages(body)[0] === 4010008).length).toBeLessThanOrEqual(5)
    expect(messages((await app.send(flow, { method: 'code', code })).body)).toEqual([4000001])
  })

  test('of two at once with the same code, one gets in @login-11', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'code', identifier: ada })
    const code = await harness.codeFor(ada)
    const answers = await Promise.all([1, 2, 3].map(() => app.send(flow, { method: 'code', code })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  test('a code is worth nothing once its address has left the account @login-12', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'code', identifier: ada })
    const code = await harness.codeFor(ada)
    const moved = [{ op: 'replace', path: '/traits/email', value: 'countess@example.org' }]
    expect((await harness.admin('PATCH', `/identities/${id}`, moved)).status).toBe(200)
    expect(messages((await app.send(flow, { method: 'code', code })).body)).toEqual([4010008])
  })

  test('a code does not work in another flow, nor after its time @login-13', async () => {
    harness = await createHarness({ selfservice: { methods: { code: { config: { lifespan: '5m' } } } } })
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const other = (await app.ask('/self-service/login/api')).body
    await app.send(other, { method: 'code', identifier: ada })
    const foreign = await harness.codeFor(ada)
    await app.send(flow, { method: 'code', identifier: ada })
    const own = await harness.codeFor(ada)
    expect(messages((await app.send(flow, { method: 'code', code: foreign })).body)).toEqual([4010008])
    harness.clock.advance(5 * 60_000)
    expect(messages((await app.send(flow, { method: 'code', code: own })).body)).toEqual([4010008])
  })

  test('an unknown address, and no address at all', async () => {
    harness = await createHarness()
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    expect(messages((await app.send(flow, { method: 'code', identifier: 'no@example.org' })).body)).toEqual([4000035])
    expect(messagesAt((await app.send(flow, { method: 'code' })).body, 'identifier')).toEqual([4000002])
  })

  test('the other method still works on a flow that waits for a code', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'code', identifier: ada })
    expect((await app.send(flow, { method: 'password', identifier: ada, password: goodPassword })).status).toBe(200)
  })
})
