import { spokenLanguages, translator } from '@gatehouse/i18n/catalogues'
import { expect, test } from 'vitest'

import { plainMessageBrand } from './brand.ts'
import type { OutgoingMessage } from './message.ts'
import { renderMessage } from './render.ts'
import { templates, type TemplateName } from './templates.ts'

const names = Object.keys(templates) as TemplateName[]
const data = {
  code: '123456',
  link: 'https://id.example.org/verify?code=1&flow=2',
  recoveryLink: 'https://id.example.org/recovery',
  minutes: 15,
  endedSessions: 1,
}
const about = { requestUrl: '', transientPayload: {}, person: undefined }
const mail = (template: TemplateName): OutgoingMessage => ({
  type: 'email',
  recipient: 'a@b.test',
  template,
  data,
  about,
})

test.each(spokenLanguages())('every message is complete in %s, by mail and as a text message', (language) => {
  const spoken = translator(language)
  for (const template of names) {
    const { subject, body, html } = renderMessage(mail(template), spoken, plainMessageBrand)
    const sms = renderMessage({ ...mail(template), type: 'phone' }, spoken, plainMessageBrand).body
    for (const text of [subject, body, html, sms]) {
      expect(text).not.toBe('')
      // A key without a translation, a placeholder without a value.
      expect(text).not.toMatch(/mails:|closing\.|\.subject|\.intro|\{\{|\uFFFD/)
    }
    expect(html).toContain(`<html lang="${language}" dir="${spoken.dir}">`)
  }
})

test.each(spokenLanguages().filter((code) => code !== 'en'))('no subject is left in English in %s', (language) => {
  const subject = (name: TemplateName, code: string) =>
    renderMessage(mail(name), translator(code), plainMessageBrand).subject
  expect(names.filter((name) => subject(name, language) === subject(name, 'en'))).toEqual([])
})

test.each([
  [1, 'one minute'],
  [15, '15 minutes'],
  [60, '60 minutes'],
  [120, '2 hours'],
  [1440, '24 hours'],
  [4320, '3 days'],
])('%i minutes are written as %s', (minutes, span) => {
  const message = { ...mail('login_code_valid'), data: { code: '123456', minutes } }
  expect(renderMessage(message, translator('en'), plainMessageBrand).body).toContain(`It is valid for ${span}.`)
})

test('a mail carries the name, the logo and the colours of the brand, and its own texts', () => {
  const { colours } = plainMessageBrand
  const brand = {
    name: 'North & Wind',
    logo: { url: 'https://id.example.org/brand/a.png', wordmark: false },
    colours: { ...colours, light: { ...colours.light, accent: '#5b2a86' } },
    texts: { en: { mails: { 'login_code.intro': 'Type this in:' } } },
  }
  const { html, body } = renderMessage(mail('login_code_valid'), translator('en', brand.texts), brand)
  expect(html).toContain('<bdi>North &#38; Wind</bdi>')
  expect(html).toContain('<img src="https://id.example.org/brand/a.png" alt="" ')
  expect(html).toContain('background:#5b2a86')
  expect(body).toMatch(/^Type this in: .*\n\n123456\n/)
  const wordmark = { ...brand, logo: { ...brand.logo, wordmark: true } }
  expect(renderMessage(mail('login_code_valid'), translator('en'), wordmark).html).not.toContain('<bdi>')
})
