import { createHmac } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ConfigError } from '../load-configuration.ts'
import { createHarness, goodPassword, messages, messagesAt, type Harness } from '../flows/flow-harness.fixture.ts'
import { after, startHookReceiver, webHook, type HookReceiver } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver

beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const hook = (path: string, config?: Record<string, unknown>) => webHook(receiver.url + path, config)
const ada = 'ada@example.org'

async function signUp(email = ada, extra: Record<string, unknown> = {}) {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/registration/browser')).body
  const body = { method: 'password', traits: { email }, password: goodPassword, ...extra }
  return { browser, flow, answer: await browser.send(flow, body) }
}

describe('an awaited hook', () => {
  test('receives the account, the method and the client, and no secret', async () => {
    harness = await createHarness(after('login', hook('/login', { headers: { 'X-Kind': 'crm' } })))
    const id = await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const fields = { method: 'password', identifier: ada, password: goodPassword, transient_payload: { plan: 'pro' } }
    expect((await browser.send(flow, fields)).status).toBe(200)
    const [call] = receiver.received
    expect(call?.headers).toMatchObject({ 'x-kind': 'crm', 'content-type': 'application/json' })
    expect(call?.body).toMatchObject({
      type: 'login.after',
      method: 'password',
      flow: { id: flow.id, type: 'browser' },
      identity: { id, traits: { email: ada } },
      session: { authenticator_assurance_level: 'aal1' },
      request: { method: 'POST', url: 'http://id.example.test/self-service/login' },
      transient_payload: { plan: 'pro' },
    })
    for (const secret of [goodPassword, 'csrf', 'ory_st_', '$2']) expect(call?.text).not.toContain(secret)
  })

  test('that fails or redirects stops the sign-in, without telling why', async () => {
    harness = await createHarness(after('login', hook('/login')))
    const id = await harness.account(ada)
    for (const status of [500, 302, 404]) {
      receiver.answers = { '/login': { status, body: { secret: 'inner' } } }
      const browser = harness.browser()
      const answer = await browser.signIn(ada)
      expect([answer.status, answer.body.error.id, answer.cookies]).toEqual([502, 'upstream_error', []])
      expect(JSON.stringify(answer.body)).not.toContain('inner')
      expect((await browser.whoami()).status).toBe(401)
    }
    expect((await harness.admin('GET', `/identities/${id}/sessions?active=true`)).body ?? []).toEqual([])
    expect(receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('that fails after a recovery leaves no session either', async () => {
    harness = await createHarness(after('recovery', hook('/recovery')))
    const id = await harness.account(ada)
    receiver.answers = { '/recovery': { status: 500 } }
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    await app.send(flow, { method: 'code', email: ada })
    expect((await app.send(flow, { method: 'code', code: await harness.codeFor(ada) })).status).toBe(502)
    expect((await harness.admin('GET', `/identities/${id}/sessions?active=true`)).body ?? []).toEqual([])
  })

  test('is called for recovery, verification and settings too', async () => {
    const all = ['recovery', 'verification', 'settings'].map((kind) => after(kind, hook(`/${kind}`)).selfservice.flows)
    harness = await createHarness({ selfservice: { flows: Object.assign({}, ...all) } })
    await harness.account(ada)
    const browser = harness.browser()
    const recovery = (await browser.ask('/self-service/recovery/browser')).body
    await browser.send(recovery, { method: 'code', email: ada })
    await browser.send(recovery, { method: 'code', code: await harness.codeFor(ada) })
    const settings = (await browser.ask('/self-service/settings/browser')).body
    await browser.send(settings, { method: 'profile', traits: { email: 'new@example.org' } })
    harness.clock.advance(1_000)
    const verification = (await browser.ask('/self-service/verification/browser')).body
    await browser.send(verification, { method: 'code', email: 'new@example.org' })
    await browser.send(verification, { code: await harness.codeFor('new@example.org') })
    expect(receiver.received.map(({ path, body }) => [path, body.method])).toEqual([
      ['/recovery', 'code_recovery'],
      ['/settings', 'profile'],
      ['/verification', 'code'],
    ])
    expect(receiver.received[2]?.body.identity.verifiable_addresses).toMatchObject([{ verified: true }])
  })
})

describe('a hook that may refuse', () => {
  const parse = { response: { parse: true } }

  test('adds its messages to the fields, and nothing is stored', async () => {
    harness = await createHarness(after('registration', hook('/check', parse), { hook: 'session' }))
    const message = { id: 1234, text: 'Please use the address of your company.', type: 'error', context: { a: 1 } }
    receiver.answers = {
      '/check': {
        status: 400,
        body: {
          messages: [
            { instance_ptr: '#/traits/email', messages: [message] },
            { instance_ptr: '#/', messages: [{ ...message, id: 99 }] },
          ],
        },
      },
    }
    const { answer } = await signUp()
    expect([answer.status, messagesAt(answer.body, 'traits.email'), messages(answer.body)]).toEqual([400, [1234], [99]])
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
    receiver.answers = {}
    expect((await signUp()).answer.status).toBe(200)
  })

  test('can add to the account before it is stored', async () => {
    harness = await createHarness(after('registration', hook('/check', parse), { hook: 'session' }))
    const identity = {
      traits: { email: ada, name: { first: 'Ada' } },
      metadata_public: { plan: 'pro' },
      external_id: 'x1',
    }
    receiver.answers = { '/check': { status: 200, body: { identity } } }
    const { answer, browser } = await signUp()
    expect(answer.body.identity).toMatchObject({ traits: { name: { first: 'Ada' } }, metadata_public: { plan: 'pro' } })
    expect((await browser.whoami()).body.identity.external_id).toBe('x1')
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })

  test('cannot answer nonsense', async () => {
    harness = await createHarness(after('registration', hook('/check', parse)))
    receiver.answers = { '/check': { status: 400, body: { messages: 'no' } } }
    expect((await signUp()).answer.status).toBe(502)
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
  })

  test('refuses a change of settings and a sign-in', async () => {
    const flows = {
      ...after('settings', hook('/check', parse)).selfservice.flows,
      ...after('login', hook('/in', parse)).selfservice.flows,
    }
    harness = await createHarness({ selfservice: { flows } })
    await harness.account(ada)
    const refusal = { status: 403, body: { messages: [{ messages: [{ id: 7, text: 'No.' }] }] } }
    const browser = harness.browser()
    await browser.signIn(ada)
    const settings = (await browser.ask('/self-service/settings/browser')).body
    receiver.answers = { '/check': refusal, '/in': refusal }
    const saved = await browser.send(settings, { method: 'profile', traits: { email: 'new@example.org' } })
    expect([saved.status, messages(saved.body)]).toEqual([400, [7]])
    expect((await browser.whoami()).body.identity.traits.email).toBe(ada)
    const refused = await harness.browser().signIn(ada)
    expect([refused.status, messages(refused.body), refused.cookies]).toEqual([400, [7], []])
  })
})

describe('a hook that no answer waits for', () => {
  test('is called later, again if it fails, with the same id', async () => {
    harness = await createHarness(after('login', hook('/later', { response: { ignore: true } })))
    harness.start()
    await harness.account(ada)
    receiver.answers = { '/later': { status: 500 } }
    expect((await harness.browser().signIn(ada)).status).toBe(200)
    await harness.idle()
    expect(receiver.received).toHaveLength(1)
    receiver.answers = {}
    harness.clock.advance(6_000)
    harness.start()
    await harness.idle()
    expect(receiver.received.map(({ body }) => body.id)).toEqual([
      receiver.received[0]?.body.id,
      receiver.received[0]?.body.id,
    ])
    harness.clock.advance(3_600_000)
    harness.start()
    await harness.idle()
    expect(receiver.received).toHaveLength(2)
  })
})

describe('the authentication of calls', () => {
  test('is proved by a signature over id, time and body', async () => {
    const secret = `whsec_${Buffer.from('a-secret-of-the-receiver').toString('base64')}`
    harness = await createHarness(after('login', hook('/signed', { auth: { type: 'hmac', config: { secret } } })))
    await harness.account(ada)
    await harness.browser().signIn(ada)
    const [call] = receiver.received
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = call?.headers ?? {}
    expect(id).toBe(call?.body.id)
    const expected = createHmac('sha256', 'a-secret-of-the-receiver')
      .update([id, time, call?.text].join('.'))
      .digest('base64')
    expect(signature).toBe(`v1,${expected}`)
  })

  test('or by a key in a header or cookie, or by name and password', async () => {
    const key = (carrier: string) => ({
      auth: { type: 'api_key', config: { name: 'X-Key', value: 's3cret', in: carrier } },
    })
    const basic = { auth: { type: 'basic_auth', config: { user: 'u', password: 'p' } } }
    harness = await createHarness(
      after('login', hook('/a', key('header')), hook('/b', key('cookie')), hook('/c', basic)),
    )
    expect(JSON.stringify(harness.config)).not.toContain('s3cret')
    await harness.account(ada)
    await harness.browser().signIn(ada)
    expect(receiver.received.map(({ headers }) => [headers['x-key'], headers.cookie, headers.authorization])).toEqual([
      ['s3cret', undefined, undefined],
      [undefined, 'X-Key=s3cret', undefined],
      [undefined, undefined, `Basic ${Buffer.from('u:p').toString('base64')}`],
    ])
  })
})

describe('the addresses of hooks', () => {
  const statusOf = async (url: string, http: Record<string, unknown>) => {
    harness = await createHarness({
      dev: false,
      cookies: { secure: false },
      clients: { http },
      ...after('login', { hook: 'web_hook', config: { url } }),
    })
    await harness.account(ada)
    const { status } = await harness.browser().signIn(ada)
    await harness.stop()
    return status
  }

  test('not to private addresses, by number or by name, unless that is allowed', async () => {
    const port = new URL(receiver.url).port
    const refused = [
      receiver.url,
      `http://localhost:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://0x7f.1:${port}`,
    ]
    for (const url of [...refused, 'http://169.254.169.254/latest']) expect(await statusOf(url, {})).toBe(502)
    expect(receiver.received).toEqual([])
    expect(await statusOf(receiver.url, { disallow_private_ip_ranges: false })).toBe(200)
    expect(await statusOf(`${receiver.url}/a/b`, { private_ip_exception_urls: [`${receiver.url}/a/*`] })).toBe(200)
    expect(await statusOf(`${receiver.url}/a/b/c`, { private_ip_exception_urls: [`${receiver.url}/a/*`] })).toBe(502)
    harness = await createHarness()
  })

  test('a configuration that cannot be called is named at start', async () => {
    const config = { url: 'file:///etc/passwd', metod: 'POST', response: { ignore: true, parse: true } }
    const failure = await createHarness(after('login', { hook: 'web_hook', config })).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect(String(failure)).toContain('selfservice.flows.login.after.hooks.0.config')
    harness = await createHarness()
  })
})
