import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ConfigError } from '../configuration/load.ts'
import { createDesk } from '../flows/desk.fixture.ts'
import type { Desk } from '../flows/desk.fixture.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
}

let desk: Desk
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
      received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      answer.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
})
afterEach(async () => {
  await desk?.stop()
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
  const browser = desk.browser()
  const flow = (await browser.ask('/self-service/recovery/browser')).body
  await browser.send(flow, { method: 'code', email })
  await desk.idle()
}

async function newest(): Promise<{ status: string; dispatches: { status: string; error: unknown }[] }> {
  const [message] = (await desk.admin('GET', '/courier/messages')).body
  return (await desk.admin('GET', `/courier/messages/${message.id}`)).body
}

describe('a channel over HTTP', () => {
  test('takes mail instead of SMTP', async () => {
    desk = await createDesk({ courier: { delivery_strategy: 'http', http: { request_config: request() } } })
    desk.start()
    await desk.account(ada)
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
    expect(JSON.stringify(desk.config)).not.toContain('"p"')
  })

  test('takes text messages', async () => {
    desk = await createDesk({
      feature_flags: { choose_recovery_address: true },
      courier: { channels: [{ id: 'sms', type: 'http', request_config: request() }] },
    })
    desk.start()
    const phone = '+4915112345678'
    await desk.admin('POST', '/identities', { schema_id: 'person', traits: { email: ada, phone } })
    const browser = desk.browser()
    const flow = (await browser.ask('/self-service/recovery/browser')).body
    const choice = (await browser.send(flow, { method: 'code', recovery_address: phone })).body
    const mine = choice.ui.nodes.find((node: { meta: { label?: { text: string } } }) =>
      node.meta.label?.text.startsWith('+49'),
    )
    const fields = { method: 'code', recovery_address: phone, recovery_select_address: mine.attributes.value }
    expect((await browser.send(choice, fields)).body.state).toBe('recovery_awaiting_code')
    await desk.idle()
    const [call] = received
    expect(call?.body).toMatchObject({ recipient: phone, channel: 'sms', message_type: 'phone', html: '' })
    const code = /\b\d{6}\b/.exec(String(call?.body['body']))?.[0]
    const done = await browser.send(choice, { method: 'code', code, recovery_address: phone })
    expect([done.status, done.body.error.id]).toEqual([422, 'browser_location_change_required'])
  })

  test('is asked again after a failure, not after a refusal', async () => {
    desk = await createDesk({ courier: { delivery_strategy: 'http', http: { request_config: request() } } })
    desk.start()
    await desk.account(ada)
    status = 503
    await askForCode()
    expect(await newest()).toMatchObject({
      status: 'queued',
      dispatches: [{ status: 'failed', error: { message: 'the service answered 503' } }],
    })
    status = 200
    desk.clock.advance(6_000)
    desk.start()
    await desk.idle()
    expect((await newest()).status).toBe('sent')
    status = 422
    desk.clock.advance(1_000)
    await askForCode()
    expect((await newest()).status).toBe('abandoned')
    expect(new Set(received.map(({ body }) => body['id'])).size).toBe(2)
  })
})

describe("an operator's own texts", () => {
  const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`

  test('take the place of the built-in ones, from the configuration and from a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-texts-'))
    mkdirSync(join(folder, 'recovery_code', 'valid'), { recursive: true })
    writeFileSync(join(folder, 'recovery_code', 'valid', 'email.subject.gotmpl'), 'From the folder\n')
    writeFileSync(join(folder, 'recovery_code', 'valid', 'email.body.plaintext.gotmpl'), 'never used')
    const email = {
      body: {
        plaintext: base64('Hello {{ .To }}: {{.RecoveryCode}} ({{ .ExpiresInMinutes }})'),
        html: base64('<p>{{ .To }} {{ .RecoveryCode }}</p>'),
      },
    }
    desk = await createDesk({
      courier: {
        delivery_strategy: 'http',
        http: { request_config: request() },
        template_override_path: folder,
        templates: { recovery_code: { valid: { email } } },
      },
    })
    desk.start()
    const odd = "o'hara&co@example.org"
    await desk.account(odd)
    await askForCode(odd)
    expect(received[0]?.body).toMatchObject({
      subject: 'From the folder',
      body: expect.stringMatching(/^Hello o'hara&co@example\.org: \d{6} \(60\)$/),
      html: expect.stringMatching(/^<p>o&#39;hara&#38;co@example\.org \d{6}<\/p>$/),
    })
  })

  test('that say more than values are named at start, as are channels without an address', async () => {
    const valid = {
      email: { subject: base64('{{ if .LoginCode }}x{{ end }}'), body: { plaintext: base64('{{ .Nope }}') } },
    }
    const failure = await createDesk({
      courier: { delivery_strategy: 'http', templates: { login_code: { valid } } },
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    for (const part of ['courier.http.request_config is missing', 'subject has {{ if', 'unknown value .Nope']) {
      expect(String(failure)).toContain(part)
    }
    desk = await createDesk()
  })
})
