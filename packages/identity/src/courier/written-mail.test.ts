import { spokenLanguages, translator } from '@gatehouse/i18n/catalogues'
import { expect, test } from 'vitest'

import { plainMessageBrand } from './brand.ts'
import { mailFaults } from './mail-text-faults.ts'
import { builtInTexts, requiredOf, type MailTexts } from './mail-texts.ts'
import type { OutgoingMessage } from './message.ts'
import { renderMessage } from './render.ts'
import { templates, type TemplateName } from './templates.ts'
import { writeMail } from './written-mail.ts'

const names = Object.keys(templates) as TemplateName[]
const data = { code: '123456', link: 'https://id.example.org/verify?code=1&flow=2', minutes: 15 }
const about = { requestUrl: '', transientPayload: {}, person: undefined }
const mail = (template: TemplateName, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  type: 'email',
  recipient: 'ada@example.org',
  template,
  data,
  about,
  ...more,
})
const write = (texts: MailTexts, message = mail('login_code_valid'), language = 'en') =>
  writeMail(message, translator(language), { ...plainMessageBrand, name: 'Northwind' }, texts)

test('a mail contains the written text, with its values, in HTML and as text @mail-texts-1', () => {
  const { subject, body, html } = write({
    subject: 'Hello: {{code}}',
    heading: 'Your code',
    body: 'Dear {{address}},\nhere it is:\n\n{{ code }}\n\nYours, {{brand}}',
    closing: '{{valid}}',
  })
  expect(subject).toBe('Hello: 123456')
  expect(body).toBe(
    'Your code\n\nDear ada@example.org,\nhere it is:\n\n123456\n\nYours, Northwind\n\nIt is valid for 15 minutes.\n',
  )
  expect(html).toContain('<p style="margin:0">Dear ada@example.org,<br>here it is:</p>')
  // A code on a separate line is drawn as one.
  expect(html).toMatch(/<p dir="ltr"[^>]*>123456<\/p>/)
})

test('neither a text nor a value becomes markup, a header or another value @mail-texts-2', () => {
  const evil = '"><script>alert(1)</script>{{code}}'
  const { subject, html } = write(
    { subject: 'A{{address}}\r\nBcc: eve@example.org', heading: evil, body: `${evil}\n\n{{code}}`, closing: evil },
    mail('login_code_valid', { recipient: '<img src=x onerror=alert(1)>{{code}}' }),
  )
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject).toContain('{{code}}')
  expect(html).not.toMatch(/<script|<img/)
  const linked = write({ body: '{{link}}' }, mail('recovery_valid', { data: { ...data, link: 'javascript:alert(1)' } }))
  expect(linked.html).not.toContain('javascript:')
})

test.each(spokenLanguages())('the built-in texts of a mail in %s would be accepted', (language) => {
  for (const template of names) {
    const texts = builtInTexts(template, translator(language))
    expect(mailFaults({ [template]: { [language]: texts } }, spokenLanguages())).toEqual([])
    const { subject } = renderMessage(mail(template), translator(language), plainMessageBrand)
    expect(write(texts, mail(template), language).subject).toBe(subject)
  }
})

test.each([
  ['login_code_valid', { body: 'No code here' }, /lacks \{\{code\}\}/],
  ['login_code_valid', { text: 'No code here' }, /lacks \{\{code\}\}/],
  ['recovery_valid', { body: 'No link here' }, /lacks \{\{link\}\}/],
  ['login_code_valid', { body: '{{code}} {{secret}}' }, /names \{\{secret\}\}.*\{\{code\}\}, \{\{valid\}\}/],
  ['login_code_valid', { subject: '<b>Hello</b>' }, /markup/],
  ['login_code_valid', { subject: 'Hello {{code' }, /braces/],
  ['login_code_valid', { subject: 'One\nTwo' }, /more than one line/],
  ['login_code_valid', { subject: 'x'.repeat(201) }, /200/],
  ['login_code_valid', { html: '<p>' }, /is not a part/],
  ['nothing', {}, /is no kind of mail/],
] as const)('%s with %j is refused with words @mail-texts-3', (template, texts, reason) => {
  const faults = mailFaults({ [template]: { en: texts } }, ['en'])
  expect(faults.map((fault) => fault.reason).join()).toMatch(reason)
})

test('the required values are known for every mail with a code or a link that expires', () => {
  expect(names.filter((name) => requiredOf(name).length > 0).toSorted()).toEqual([
    'login_code_valid',
    'operator_invitation',
    'recovery_code_valid',
    'recovery_valid',
    'registration_code_valid',
    'verification_code_valid',
    'verification_valid',
  ])
})
