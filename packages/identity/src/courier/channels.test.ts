import { templateNameOf, type CourierMessage } from '@gatehouse/contract/identities'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ConfigError } from '../load-configuration.ts'
import { createHarness, goodPassword, type Harness } from '../flows/flow-harness.fixture.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
}

const program = (text: string) => `base64://${Buffer.from(text).toString('base64')}`

let harness: Harness
let server: Server
let url = ''
let received: Received[] = []
let status = 200

beforeEach(async () => {
  received = []
  status = 200
  server = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
      received.push({ headers: request.headers, body })
      answer.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
})
afterEach(async () => {
  await harness?.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const request = () => ({
  url,
  headers: { 'X-Gateway': 'a' },
  auth: { type: 'basic_auth', config: { user: 'u', password: 'p' } },
})
const ada = 'ada@example.org'

async function askForCode(email = ada) {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/recovery/browser')).body
  await browser.send(flow, { method: 'code', email })
  await harness.idle()
}

async function newest(): Promise<{ status: string; dispatches: { status: string; error: unknown }[] }> {
  const [message] = (await harness.admin('GET', '/courier/messages')).body
  return (await harness.admin('GET', `/courier/messages/${message.id}`)).body
}

describe('a channel over HTTP', () => {
  test('takes mail instead of SMTP', async () => {
    harness = await createHarness({ courier: { delivery_strategy: 'http', http: { request_config: request() } } })
    harness.start()
    await harness.account(ada)
    await askForCode()
    const [call] = received
    expect(call?.headers).toMatchObject({
      'x-gateway': 'a',
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('u:p').toString('base64')}`,
    })
    expect(call?.body).toMatchObject({
      recipient: ada,
      subject: expect.any(String),
      body: expect.stringMatching(/\b\d{6}\b/),
      template_type: 'recovery_code_valid',
      message_type: 'email',
      channel: 'email',
    })
    expect(await newest()).toMatchObject({ status: 'sent', dispatches: [{ status: 'success' }] })
    expect(JSON.stringify(harness.config)).not.toContain('"p"')
  })

  // The `default` of `request_config.body` in Kratos' schema.
  test.each([
    ['code', { recovery_code: expect.stringMatching(/^\d{6}$/), recovery_url: null }],
    ['link', { recovery_code: null, recovery_url: expect.stringMatching(/^https?:.*token=/) }],
  ])('carries the keys of Kratos’ built-in body: recovery by %s @channels-11', async (use, expected) => {
    harness = await createHarness({
      courier: { delivery_strategy: 'http', http: { request_config: request() } },
      selfservice: { flows: { recovery: { use } }, methods: { link: { enabled: true }, code: { enabled: true } } },
    })
    harness.start()
    await harness.account(ada)
    const app = harness.app()
    await app.send((await app.ask('/self-service/recovery/api')).body, { method: use, email: ada })
    await harness.idle()
    expect(received[0]?.body).toMatchObject({
      ...expected,
      to: ada,
      recipient: ada,
      subject: expect.any(String),
      body: expect.any(String),
      verification_code: null,
      verification_url: null,
    })
  })

  const bound = program(
    'Code {{ .RecoveryCode }} for {{ .Identity.traits.email }}\n\n@{{ .RequestURLDomain }} #{{ .RecoveryCode }}',
  )
  test.each([
    ['of ours', {}, /\b\d{6}\b/],
    [
      'in the words of the operator @templates-12',
      { recovery_code: { valid: { sms: { body: { plaintext: bound } } } } },
      /^Code (\d{6}) for ada@example\.org\n\n@id\.example\.test #\1$/,
    ],
  ])('takes text messages %s', async (_, templates, says) => {
    harness = await createHarness({
      feature_flags: { choose_recovery_address: true },
      courier: { channels: [{ id: 'sms', type: 'http', request_config: request() }], templates },
    })
    harness.start()
    const phone = '+4915112345678'
    await harness.admin('POST', '/identities', { schema_id: 'person', traits: { email: ada, phone } })
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/recovery/browser')).body
    const choice = (await browser.send(flow, { method: 'code', recovery_address: phone })).body
    const mine = choice.ui.nodes.find((node: { meta: { label?: { text: string } } }) =>
      node.meta.label?.text.startsWith('+49'),
    )
    const fields = { method: 'code', recovery_address: phone, recovery_select_address: mine.attributes.value }
    expect((await browser.send(choice, fields)).body.state).toBe('recovery_awaiting_code')
    await harness.idle()
    const [call] = received
    expect(call?.body).toMatchObject({ recipient: phone, channel: 'sms', message_type: 'sms', html: '' })
    expect(call?.body['body']).toMatch(says)
    const code = /\b\d{6}\b/.exec(String(call?.body['body']))?.[0]
    const done = await browser.send(choice, { method: 'code', code, recovery_address: phone })
    expect([done.status, done.body.error.id]).toEqual([422, 'browser_location_change_required'])
  })

  test('that does not know us is reported by kind, another failure by its number @fault-kind-1', async () => {
    harness = await createHarness({ courier: { delivery_strategy: 'http', http: { request_config: request() } } })
    harness.start()
    await harness.account(ada)
    status = 401
    await askForCode()
    const error = { message: 'the service answered 401', kind: 'sign_in' }
    expect((await newest()).dispatches).toMatchObject([{ status: 'failed', error }])
    const [listed] = (await harness.admin('GET', '/courier/messages')).body
    expect(listed).toMatchObject({ last_error: error.message, last_error_kind: 'sign_in' })
    status = 500
    harness.clock.advance(60_000)
    harness.start()
    await harness.idle()
    expect((await newest()).dispatches.at(-1)?.error).toEqual({ message: 'the service answered 500' })
  })

  test('is called again after a failure, not after a refusal', async () => {
    harness = await createHarness({ courier: { delivery_strategy: 'http', http: { request_config: request() } } })
    harness.start()
    await harness.account(ada)
    status = 503
    await askForCode()
    expect(await newest()).toMatchObject({
      status: 'queued',
      dispatches: [{ status: 'failed', error: { message: 'the service answered 503' } }],
    })
    status = 200
    harness.clock.advance(6_000)
    harness.start()
    await harness.idle()
    expect((await newest()).status).toBe('sent')
    status = 422
    harness.clock.advance(1_000)
    await askForCode()
    expect((await newest()).status).toBe('abandoned')
    expect(new Set(received.map(({ body }) => body['id'])).size).toBe(2)
  })
})

describe('an abandoned message', () => {
  const carried = (dev = false) =>
    createHarness({
      dev,
      courier: { delivery_strategy: 'http', message_retries: 0, http: { request_config: request() } },
    })
  const resend = async (id: unknown) => {
    harness.clock.advance(1_000)
    const answer = await harness.admin('POST', `/courier/messages/${String(id)}/resend`)
    await harness.idle()
    return answer
  }
  const listed = async (state: string) => (await harness.admin('GET', `/courier/messages?status=${state}`)).body

  test('shows the reason in the list, and a verification is sent again with a new code @courier-resend-1', async () => {
    harness = await carried(true)
    harness.start()
    const id = await harness.account(ada)
    status = 422
    const sent = await harness.admin('POST', `/identities/${id}/verification`, { address: ada })
    expect(sent.status).toBe(204)
    await harness.idle()
    const [failed] = await listed('abandoned')
    expect(failed).toMatchObject({
      recipient: ada,
      template_type: 'verification_code_valid',
      can_be_resent: true,
      last_error: 'the service answered 422',
    })
    status = 200
    expect((await resend(failed.id)).status).toBe(204)
    expect(await listed('sent')).toEqual([expect.not.objectContaining({ can_be_resent: expect.anything() })])
    const codes = received.map(({ body }) => /\b\d{6}\b/.exec(String(body['body']))?.[0])
    expect([codes.length, new Set(codes).size]).toEqual([2, 2])
    const link = /https?:\S+/.exec(String(received.at(-1)?.body['body']))?.[0] ?? ''
    const browser = harness.browser()
    await browser.go(link)
    const flow = (await browser.ask(`/self-service/verification/flows?id=${new URL(link).searchParams.get('flow')}`))
      .body
    await browser.send(flow, { method: 'code', code: codes[1] })
    const { body } = await harness.admin('GET', `/identities/${id}`)
    expect(body.verifiable_addresses).toMatchObject([{ value: ada, verified: true }])
    const again = await harness.admin('POST', `/identities/${id}/verification`, { address: ada })
    expect([again.status, again.body.error.reason]).toEqual([400, 'The address is verified already.'])
  })

  test('is sent again as it was if it is a notice, and not if its text had a code @courier-resend-2', async () => {
    harness = await carried()
    harness.start()
    const proved = { value: ada, via: 'email', verified: true, status: 'completed' }
    await harness.account(ada, { verifiable_addresses: [proved] })
    status = 422
    const app = harness.app()
    await app.send((await app.ask('/self-service/recovery/api')).body, { method: 'code', email: ada })
    await harness.idle()
    const [code] = await listed('abandoned')
    const refused = await resend(code.id)
    expect([refused.status, refused.body.error.reason]).toEqual([400, expect.stringContaining('has a code')])
    const login = (await app.ask('/self-service/login/api')).body
    const { session_token: token } = (
      await app.send(login, { method: 'password', identifier: ada, password: goodPassword })
    ).body
    const settings = (await app.ask('/self-service/settings/api', token)).body
    const saved = await app.send(settings, { method: 'password', password: 'another-Horse-battery-10' }, token)
    expect(saved.body.state).toBe('success')
    await harness.idle()
    const notice = (await listed('abandoned')).find((one: CourierMessage) => templateNameOf(one) === 'password_changed')
    expect(notice).toMatchObject({ can_be_resent: true })
    status = 200
    received = []
    expect((await resend(notice.id)).status).toBe(204)
    expect(received).toMatchObject([{ body: { recipient: ada, template_type: 'password_changed' } }])
    expect((await resend(notice.id)).status).toBe(400)
    expect(await harness.rows('courier_messages')).toContain('password_changed')
  })

  test('is not sent again if a newer one requests the same, or once its code has expired @courier-resend-4', async () => {
    harness = await carried()
    harness.start()
    const id = await harness.account(ada)
    status = 422
    for (const _ of [1, 2]) {
      await harness.admin('POST', `/identities/${id}/verification`, { address: ada })
      await harness.idle()
      harness.clock.advance(1_000)
    }
    status = 200
    received = []
    const [newest, oldest] = await listed('abandoned')
    const refused = await resend(oldest.id)
    expect([refused.status, refused.body.error.reason]).toEqual([400, expect.stringContaining('newer message')])
    expect((await resend(newest.id)).status).toBe(204)
    expect((await resend(newest.id)).status).toBe(400)
    expect(received).toMatchObject([{ body: { recipient: ada } }])

    status = 503
    await harness.admin('POST', `/identities/${id}/verification`, { address: ada })
    await harness.idle()
    const [waiting] = await listed('queued')
    harness.clock.advance(60 * 60_000)
    const late = await harness.admin('POST', `/courier/messages/${waiting.id}/resend`)
    expect([late.status, late.body.error.reason]).toEqual([400, expect.stringContaining('has run out')])
  })

  test('is tried at once while its carrier fails @courier-resend-3', async () => {
    harness = await createHarness({
      dev: false,
      courier: { delivery_strategy: 'http', http: { request_config: request() } },
    })
    harness.start()
    const id = await harness.account(ada)
    status = 503
    await harness.admin('POST', `/identities/${id}/verification`, { address: ada })
    await harness.idle()
    const [waiting] = await listed('queued')
    expect(waiting).toMatchObject({ send_count: 0, can_be_resent: true, last_error: 'the service answered 503' })
    status = 200
    expect((await resend(waiting.id)).status).toBe(204)
    expect(await listed('sent')).toMatchObject([{ id: waiting.id, send_count: 1 }])
  })
})

describe("an operator's own program for the body", () => {
  const everything = program('function(ctx) ctx')

  test('receives the code by its name, the account, and the payload of the submission', async () => {
    harness = await createHarness({
      courier: { delivery_strategy: 'http', http: { request_config: { ...request(), body: everything } } },
    })
    harness.start()
    const id = await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/recovery/browser')).body
    await browser.send(flow, { method: 'code', email: ada, transient_payload: { brand: 'blue' } })
    await harness.idle()
    expect(received[0]?.body).toMatchObject({
      recipient: ada,
      template_type: 'recovery_code_valid',
      message_type: 'email',
      html_body: expect.stringContaining('<html'),
      template_data: {
        to: ada,
        recovery_code: expect.stringMatching(/^\d{6}$/),
        identity: { id, traits: { email: ada }, state: 'active' },
        request_url: expect.stringContaining('/self-service/recovery/browser'),
        transient_payload: { brand: 'blue' },
        expires_in_minutes: 60,
      },
    })
    expect(received[0]?.body).not.toHaveProperty('template_data.identity.credentials')
    expect(received[0]?.body).not.toHaveProperty('template_data.identity.metadata_admin')
  })

  test('may ask for a form', async () => {
    const body = program('function(ctx) { To: ctx.recipient, Tries: 1, Nothing: null, Data: ctx.template_data.to }')
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    harness = await createHarness({
      courier: { delivery_strategy: 'http', http: { request_config: { ...request(), headers, body } } },
    })
    harness.start()
    await harness.account(ada)
    await askForCode()
    expect(received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(received[0]?.body).toEqual({ To: ada, Tries: '1', Data: ada })
  })

  test('that returns no form if a form is required is tried again, and the reason is recorded', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const config = { ...request(), headers, body: program('function(ctx) { a: [1] }') }
    harness = await createHarness({ courier: { delivery_strategy: 'http', http: { request_config: config } } })
    harness.start()
    await harness.account(ada)
    await askForCode()
    expect(received).toEqual([])
    expect(await newest()).toMatchObject({
      status: 'queued',
      dispatches: [{ error: { message: 'a form is an object of texts, numbers and booleans' } }],
    })
  })

  test('leaves nothing of the data that it received in the outbox @channels-1', async () => {
    harness = await createHarness({
      dev: false,
      courier: { delivery_strategy: 'http', http: { request_config: { ...request(), body: everything } } },
      clients: { http: { disallow_private_ip_ranges: false } },
    })
    harness.start()
    await harness.account(ada)
    status = 503
    const app = harness.app()
    await app.send((await app.ask('/self-service/recovery/api')).body, { method: 'code', email: ada })
    await harness.idle()
    const stored = async () => JSON.parse(await harness.rows('courier_messages'))
    expect(await stored()).toMatchObject([
      { status: 'queued', template_data: '{}', sealed: expect.stringMatching(/^v1\./) },
    ])
    status = 200
    harness.clock.advance(6_000)
    harness.start()
    await harness.idle()
    expect(await stored()).toMatchObject([
      { status: 'sent', subject: '', body: '', html: '', template_data: '{}', sealed: null },
    ])
  })
})

test('a channel without an address is named at start @channels-2', async () => {
  const failure = await createHarness({ courier: { delivery_strategy: 'http' } }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConfigError)
  expect(String(failure)).toContain('courier.http.request_config is missing')
  harness = await createHarness()
})
