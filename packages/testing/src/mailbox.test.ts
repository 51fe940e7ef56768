import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from './mailbox.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
})
afterAll(() => mailbox.close())

async function send(to: string, subject: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: mailbox.port, ignoreTLS: true })
  await transport.sendMail({ from: 'a@example.com', to, subject, text: 'Código: 123 456', html: '<b>123 456</b>' })
  transport.close()
}

test('a mail sent over SMTP arrives parsed, also one that comes later', async () => {
  const waiting = mailbox.next({ to: 'Ada@Example.com' })
  await send('ada@example.com', 'Grüße')
  expect(await waiting).toMatchObject({
    to: ['ada@example.com'],
    from: 'a@example.com',
    subject: 'Grüße',
    text: expect.stringContaining('Código: 123 456'),
    html: expect.stringContaining('<b>123 456</b>'),
  })
})

test('each call returns the next mail; `after` looks behind a known one', async () => {
  await send('bob@example.com', 'one')
  await send('bob@example.com', 'two')
  await send('eve@example.com', 'not for bob')
  const first = await mailbox.next({ to: 'bob@example.com' })
  expect(first.subject).toBe('one')
  expect((await mailbox.next({ to: 'bob@example.com' })).subject).toBe('two')
  expect((await mailbox.next({ to: 'bob@example.com', after: first })).subject).toBe('two')
  expect(mailbox.all('bob@example.com')).toHaveLength(2)
  expect(mailbox.uri).toBe(`smtp://127.0.0.1:${mailbox.port}/?disable_starttls=true`)
})

test('a mail that never comes is an error that lists the others', async () => {
  await expect(mailbox.next({ to: 'nobody@example.com', timeoutMs: 30 })).rejects.toThrow(/no mail to nobody.*bob@/)
})
