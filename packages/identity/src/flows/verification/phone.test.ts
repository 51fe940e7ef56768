import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { identityPart, schemaOf, emailTrait } from '@gatehouse/testing/journeys'
import { expect, onTestFinished, test } from 'vitest'

import { buttons, createHarness, field, messages, messagesAt } from '../flow-harness.fixture.ts'

const phone = '+4915112345678'
const other = '+4915187654321'
const ada = 'ada@example.org'
const password = 'a-Long-word-for-the-phone-7'
const start = '/self-service/verification'

const schema = schemaOf({
  email: emailTrait('Email'),
  phone: {
    type: 'string',
    format: 'tel',
    'ory.sh/kratos': { credentials: { code: { identifier: true, via: 'sms' } }, verification: { via: 'sms' } },
  },
})

/** Opens a service whose accounts have proved phone numbers, with the messages of its channel for text messages. */
async function open(verification: Readonly<Record<string, unknown>> = {}) {
  const sent: { to: string; text: string }[] = []
  const carrier = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      sent.push(JSON.parse(Buffer.concat(chunks).toString()))
      answer.end('{}')
    })
  })
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve))
  const body = `base64://${Buffer.from('function(ctx) { to: ctx.recipient, text: ctx.body }').toString('base64')}`
  const url = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/`
  const plaintext = `base64://${Buffer.from('Your number: {{ .VerificationCode }}').toString('base64')}`
  const harness = await createHarness({
    identity: identityPart('person', schema),
    selfservice: { flows: { verification, settings: { after: { hooks: [{ hook: 'show_verification_ui' }] } } } },
    courier: {
      channels: [{ id: 'sms', type: 'http', request_config: { url, method: 'POST', body } }],
      templates: { verification_code: { valid: { sms: { body: { plaintext } } } } },
    },
  })
  onTestFinished(async () => {
    await harness.stop()
    carrier.closeAllConnections()
    await new Promise((resolve) => carrier.close(resolve))
  })
  return {
    harness,
    /** Returns the texts that a number got, in their order. */
    async textsTo(number: string): Promise<readonly string[]> {
      harness.start()
      await harness.idle()
      return sent.filter(({ to }) => to === number).map(({ text }) => text)
    },
    /** Returns the digits of the newest text. */
    async codeTo(number: string): Promise<string> {
      return /^Your number: (\d{6})$/.exec((await this.textsTo(number)).at(-1) ?? '')?.[1] ?? 'none'
    },
    async phonesOf(id: string) {
      const { verifiable_addresses: all } = (await harness.admin('GET', `/identities/${id}`)).body
      return all
        .filter(({ via }: { via: string }) => via === 'sms')
        .map(({ value, verified, status }: Readonly<Record<string, unknown>>) => [value, verified, status])
    },
  }
}

test('a sign-up sends the code to the phone by text message, and the flow speaks of the phone @phone-proof-1', async () => {
  const service = await open()
  const { harness } = service
  const app = harness.app()
  const flow = (await app.ask('/self-service/registration/api')).body
  const signedUp = await app.send(flow, { method: 'password', password, traits: { email: ada, phone } })
  expect(signedUp.status).toBe(200)
  const { id } = signedUp.body.identity
  expect(await service.phonesOf(id)).toEqual([[phone, false, 'sent']])
  const flows = signedUp.body.continue_with.filter(
    ({ action }: { action: string }) => action === 'show_verification_ui',
  )
  const shown = flows.find(
    ({ flow: { verifiable_address: at } }: { flow: { verifiable_address: string } }) => at === phone,
  )
  const opened = (await app.ask(`${start}/flows?id=${shown.flow.id}`)).body
  expect([opened.state, messages(opened), buttons(opened)]).toEqual([
    'sent_email',
    [1080004],
    ['method=code', `email=${phone}`],
  ])
  const code = await service.codeTo(phone)
  const done = await app.send(opened, { method: 'code', code })
  expect([done.body.state, messages(done.body)]).toEqual(['passed_challenge', [1080005]])
  expect(await service.phonesOf(id)).toEqual([[phone, true, 'completed']])
})

test('the form takes a phone number, however it is spelled, and sends the code there @phone-proof-2', async () => {
  const service = await open()
  const { harness } = service
  const id = await harness.account(ada, { traits: { email: ada, phone } })
  const browser = harness.browser()
  const flow = (await browser.ask(`${start}/browser`)).body
  expect(field(flow, 'email')).toMatchObject({ attributes: { type: 'text' }, meta: { label: { id: 1070018 } } })
  const sent = await browser.send(flow, { method: 'code', email: ' +49 151 12345678' })
  expect([sent.status, sent.body.state, messages(sent.body)]).toEqual([200, 'sent_email', [1080004]])
  await browser.send(flow, { method: 'code', email: phone })
  expect(await service.textsTo(phone)).toHaveLength(2)
  const done = await browser.send(flow, { method: 'code', code: await service.codeTo(phone) })
  expect([done.status, done.body.state, messages(done.body)]).toEqual([200, 'passed_challenge', [1080005]])
  expect(await service.phonesOf(id)).toEqual([[phone, true, 'completed']])
  expect(messages((await browser.ask(`${start}/flows?id=${flow.id}`)).body)).toEqual([1080005])
})

test('a number that no account has is answered alike, and gets no text message @phone-proof-3', async () => {
  const service = await open({ notify_unknown_recipients: true })
  const { harness } = service
  await harness.account(ada, { traits: { email: ada, phone } })
  const app = harness.app()
  const answerFor = async (number: string) => {
    const flow = (await app.ask(`${start}/api`)).body
    const { status, body } = await app.send(flow, { method: 'code', email: number })
    return JSON.stringify([status, body.state, body.ui.nodes, body.ui.messages]).replaceAll(number, 'NUMBER')
  }
  expect(await answerFor(other)).toBe(await answerFor(phone))
  expect([await service.textsTo(other), await harness.messagesTo(other)]).toEqual([[], []])
  expect(await service.textsTo(phone)).toHaveLength(1)
})

test('a value that is neither an address nor a phone number is refused at the field @phone-proof-4', async () => {
  const { harness } = await open()
  const app = harness.app()
  const flow = (await app.ask(`${start}/api`)).body
  for (const [email, id] of [
    ['12345', 4000041],
    ['somewhere', 4000041],
    ['somewhere@', 4000040],
  ] as const) {
    const refused = await app.send(flow, { method: 'code', email })
    expect([email, refused.status, messagesAt(refused.body, 'email')]).toEqual([email, 400, [id]])
  }
})

test('another number of the settings is sent a code, and signs in once it is typed @phone-proof-5', async () => {
  const service = await open()
  const { harness } = service
  const id = await harness.account(ada, { traits: { email: ada, phone } })
  const app = harness.app()
  const { session_token: token } = (await app.signIn(ada)).body
  const settings = (await app.ask('/self-service/settings/api', token)).body
  const saved = await app.send(settings, { method: 'profile', traits: { email: ada, phone: other } }, token)
  const [shown] = saved.body.continue_with
  expect([saved.status, shown.flow.verifiable_address]).toEqual([200, other])
  const proof = (await app.ask(`${start}/flows?id=${shown.flow.id}`)).body
  expect(messages(proof)).toEqual([1080004])
  const done = await app.send(proof, { method: 'code', code: await service.codeTo(other) }, token)
  expect(messages(done.body)).toEqual([1080005])
  expect(await service.phonesOf(id)).toEqual([[other, true, 'completed']])
  const login = (await app.ask('/self-service/login/api')).body
  await app.send(login, { method: 'code', identifier: other })
  const [code = ''] = /\d{6}/.exec((await service.textsTo(other)).at(-1) ?? '') ?? []
  expect((await app.send(login, { method: 'code', identifier: other, code })).status).toBe(200)
})

test('an administrator has the proof of a number sent again @phone-proof-6', async () => {
  const service = await open()
  const { harness } = service
  const id = await harness.account(ada, { traits: { email: ada, phone } })
  expect((await harness.admin('POST', `/identities/${id}/verification`, { address: phone })).status).toBe(204)
  expect(await service.codeTo(phone)).toMatch(/^\d{6}$/)
})
