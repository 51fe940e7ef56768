import { once } from 'node:events'

import { translator } from '@gatehouse/i18n/catalogues'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'

import { freeAllowance } from '../limits/free.fixture.ts'
import { login, openCourier } from './open-courier.fixture.ts'
import { presentMessage } from '../admin/courier-routes.ts'
import { smtpOptions } from './smtp.ts'
import { plainMessageBrand } from './brand.ts'
import type { OutgoingMessage } from './message.ts'
import { renderMessage } from './render.ts'

const clean: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/** Starts a real SMTP server that refuses the first `refusals` mails with this code, and answers after `accepts`. */
async function mailServer(refusals = 0, code = 451, accepts = async (): Promise<void> => {}) {
  const mails: Received[] = []
  let left = refusals
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const end = () => {
        if (left > 0) {
          left -= 1
          done(Object.assign(new Error('not now'), { responseCode: code }))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString('utf8') })
        done()
      }
      stream.on('end', () => void accepts().then(end))
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  clean.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  return { mails, port: typeof address === 'object' && address ? address.port : 0 }
}

function courierFor(port: number | undefined, options: { dev?: boolean; retries?: number } = {}) {
  const uri = port === undefined ? undefined : `smtp://127.0.0.1:${port}/?disable_starttls=true`
  const tried = openCourier(uri, options)
  clean.push(() => tried.courier.stop())
  return tried
}

test('a mail reaches the recipient with the code on a separate line, and its text is removed', async () => {
  const { mails, port } = await mailServer()
  const { courier, outbox } = courierFor(port)
  courier.start()
  await courier.enqueue(login, await freeAllowance(login.recipient))
  await courier.idle()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ from: 'accounts@example.org', to: ['ada@example.org'] })
  expect(mails[0]?.text).toMatch(/\r\n123456\r\n/)
  expect(mails[0]?.text).toMatch(/X-Tenant: blue/)
  const [message] = (await outbox.list({ size: 10 })).messages
  expect(message).toMatchObject({ status: 'sent', sendCount: 1, subject: '', body: '', html: '' })
  expect(await outbox.dispatches(message?.id ?? '')).toMatchObject([{ status: 'success' }])
})

test('a withheld message is written, and neither sent, listed nor counted; it is dropped once it is due', async () => {
  const { mails, port } = await mailServer()
  const { courier, outbox, database } = courierFor(port)
  const rows = () => database.prepare('SELECT id FROM courier_messages').all()
  await courier.enqueue({ ...login, isWithheld: true }, await freeAllowance(login.recipient))
  const [row] = await rows()
  expect(row).toBeDefined()
  expect(await outbox.find(String(row?.['id']))).toBeUndefined()
  expect((await outbox.list({ size: 10 })).messages).toEqual([])
  expect(await outbox.waiting('email')).toBe(0)
  courier.start()
  await courier.idle()
  expect(await rows()).toEqual([])
  expect(mails).toEqual([])
})

test.each([
  ['the recipient', { ...login, recipient: 'ada@example.org\r\nBcc: eve@example.net' }],
  ['the recipient, as a second one', { ...login, recipient: 'ada@example.org, eve@example.net' }],
  ['a value', { ...login, data: { code: '123456\r\nBcc: eve@example.net\r\n\r\nHello', minutes: 60 } }],
])('a line break in %s gives a mail neither headers nor recipients @courier-1', async (_where, message) => {
  const { mails, port } = await mailServer()
  const { courier } = courierFor(port)
  courier.start()
  await courier.enqueue(message, await freeAllowance(message.recipient))
  await courier.idle()
  for (const { to, text } of mails) {
    expect(to).not.toContain('eve@example.net')
    expect(text.split('\r\n\r\n', 1)[0]).not.toMatch(/^(bcc|cc|to):.*eve/im)
  }
})

test('a mail that was refused for now is tried again later, and each attempt is written down', async () => {
  const { mails, port } = await mailServer(2, 450)
  const { courier, outbox, wait } = courierFor(port)
  courier.start()
  await courier.enqueue(login, await freeAllowance(login.recipient))
  await courier.idle()
  expect((await outbox.list({ size: 1 })).messages[0]).toMatchObject({
    status: 'queued',
    sendCount: 0,
    dueAt: 1_005_000,
  })
  for (const ms of [5_000, 5_000]) {
    wait(ms)
    courier.start()
    await courier.idle()
  }
  const [message] = (await outbox.list({ size: 1 })).messages
  expect(message).toMatchObject({ status: 'sent', sendCount: 1 })
  expect((await outbox.dispatches(message?.id ?? '')).map(({ status }) => status)).toEqual([
    'failed',
    'failed',
    'success',
  ])
  expect(mails).toHaveLength(1)
})

test('a mail that is refused permanently is abandoned', async () => {
  const { port } = await mailServer(99, 550)
  const { courier, outbox } = courierFor(port)
  courier.start()
  await courier.enqueue(login, await freeAllowance(login.recipient))
  await courier.idle()
  expect((await outbox.list({ size: 1 })).messages[0]).toMatchObject({ status: 'abandoned', sendCount: 1 })
})

test('a message that a dead process had taken is sent by the next one, after a while @courier-2', async () => {
  const { mails, port } = await mailServer()
  const { courier, outbox, wait } = courierFor(port)
  await courier.enqueue(login, await freeAllowance(login.recipient))
  const taken = { types: ['email'], limit: 10, now: 1_000_000, holder: 'a dead process' } as const
  const [message] = await outbox.claim(taken)
  expect(message).toBeDefined()
  expect(await outbox.claim({ ...taken, holder: 'another one' })).toEqual([])
  courier.start()
  await courier.idle()
  expect(mails).toEqual([])
  // Its last renewal was three seconds ago.
  await outbox.renew([message?.id ?? ''], taken.holder, 1_002_000)
  wait(5_000)
  courier.start()
  await courier.idle()
  expect(mails).toEqual([])
  wait(3_000)
  courier.start()
  await courier.idle()
  expect(mails).toHaveLength(1)
  // The process was only slow: its result no longer counts.
  const dispatch = { id: 'late', messageId: message?.id ?? '', status: 'failed', error: 'late', createdAt: 1 } as const
  const late = message && (await outbox.settle({ ...message, status: 'queued' }, dispatch, taken.holder))
  expect(late).toBe(false)
  expect((await outbox.find(message?.id ?? ''))?.status).toBe('sent')
  expect(await outbox.dispatches(message?.id ?? '')).toHaveLength(1)
})

test('a mail with a slow delivery stays with the process that sends it @courier-7', async () => {
  const accepted = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const { mails, port } = await mailServer(0, 250, async () => {
    reached.resolve()
    await accepted.promise
  })
  const { courier, outbox, wait } = courierFor(port)
  courier.start()
  await courier.enqueue(login, await freeAllowance(login.recipient))
  await reached.promise
  const [message] = (await outbox.list({ size: 1 })).messages
  wait(60_000)
  // The worker renews its lease without a call.
  await expect.poll(async () => (await outbox.find(message?.id ?? ''))?.updatedAt, { timeout: 20_000 }).toBe(1_060_000)
  await outbox.recover(1_055_000)
  expect(await outbox.claim({ types: ['email'], limit: 10, now: 1_060_000, holder: 'another one' })).toEqual([])
  accepted.resolve()
  await courier.idle()
  expect(mails).toHaveLength(1)
})

test('a message of a transaction that failed is never sent', async () => {
  const { mails, port } = await mailServer()
  const { courier, database } = courierFor(port)
  courier.start()
  const failing = () =>
    database.write(async () => {
      await courier.enqueue(login, await freeAllowance(login.recipient))
      throw new Error('rolled back')
    })
  await expect(failing()).rejects.toThrow('rolled back')
  await courier.idle()
  expect(mails).toEqual([])
})

test('in development mode without a mail server messages count as sent and stay readable', async () => {
  const { courier, outbox, warnings } = courierFor(undefined, { dev: true })
  courier.start()
  await courier.enqueue(login, await freeAllowance(login.recipient))
  await courier.enqueue({ ...login, type: 'phone', recipient: '+4915112345678' }, await freeAllowance('+4915112345678'))
  const { messages } = await outbox.list({ size: 10 })
  expect(messages.map(({ status, channel }) => `${status} ${channel}`).toSorted()).toEqual(['sent email', 'sent sms'])
  expect(messages.every(({ body }) => /^123456$/m.test(body))).toBe(true)
  expect(warnings).toEqual([])
})

test('without a carrier messages wait, and the operator is warned', async () => {
  const { courier, outbox, warnings } = courierFor(undefined)
  courier.start()
  await courier.enqueue({ ...login, type: 'phone' }, await freeAllowance(login.recipient))
  expect(await outbox.waiting('phone')).toBe(1)
  expect(warnings).toEqual([expect.stringContaining('connection_uri'), expect.stringContaining('text messages')])
})

test('texts of messages are hidden outside development mode', async () => {
  const { courier, outbox } = courierFor(undefined)
  await courier.enqueue(login, await freeAllowance(login.recipient))
  const [message] = (await outbox.list({ size: 1 })).messages
  if (!message) throw new Error('no message')
  expect(JSON.stringify(presentMessage(message, { dev: false }))).not.toContain('123456')
  expect(presentMessage(message, { dev: true }).body).toContain('123456')
})

const inEnglish = (message: OutgoingMessage) => renderMessage(message, translator('en'), plainMessageBrand)

test('typed text is never markup in a mail, and only web links are links @courier-3', () => {
  const data = { code: '<b>1</b>', link: 'javascript:alert(1)', minutes: 1 }
  const { html, body } = inEnglish({ ...login, template: 'verification_code_valid', data })
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('javascript:')
  expect(body).toContain('valid for one minute')
  expect(inEnglish({ ...login, data: { ...data, link: 'https://a.example/?a=1&b=2' } }).body).toContain(
    'https://a.example/?a=1&b=2',
  )
})

test.each([
  [
    'smtp://u%40x:p%2F@mail.test:587/',
    { port: 587, secure: false, requireTLS: true, auth: { user: 'u@x', pass: 'p/' } },
  ],
  ['smtp://mail.test/?disable_starttls=true', { port: 25, ignoreTLS: true, requireTLS: false }],
  ['smtps://mail.test/?skip_ssl_verify=true', { port: 465, secure: true, tls: { rejectUnauthorized: false } }],
])('the connection URI %s is understood', (uri, expected) => {
  expect(smtpOptions(uri)).toMatchObject(expected)
  expect(() => smtpOptions('http://x')).toThrow('smtp://')
  expect(() => smtpOptions('nonsense')).toThrow('no URL')
})

test('a courier that was stopped sends again once it is started @courier-restart-1', async () => {
  const { mails, port } = await mailServer()
  const { courier } = courierFor(port)
  const send = async (recipient: string) => courier.enqueue({ ...login, recipient }, await freeAllowance(recipient))
  courier.start()
  await send('ada@example.org')
  await courier.idle()
  await courier.stop()
  await send('bob@example.org')
  expect(mails.flatMap(({ to }) => to)).toEqual(['ada@example.org'])
  courier.start()
  await courier.idle()
  expect(mails.flatMap(({ to }) => to)).toEqual(['ada@example.org', 'bob@example.org'])
})
