import { startMailbox } from '@gatehouse/testing/mailbox'
import type { Mailbox } from '@gatehouse/testing/mailbox'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/person-schema'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createDesk, goodPassword, service } from '../flows/flow-harness.fixture.ts'
import type { Desk } from '../flows/flow-harness.fixture.ts'
import { plainMessageBrand } from './brand.ts'

let desk: Desk
let mailbox: Mailbox
beforeEach(async () => {
  mailbox = await startMailbox()
})
afterEach(async () => {
  await desk.stop()
  await mailbox.close()
})

const ada = 'ada@example.org'
const person = schemaOf({ email: emailTrait('Email'), locale: { type: 'string' } })

async function open() {
  const overrides = {
    identity: identityPart('person', person),
    courier: { smtp: { connection_uri: mailbox.uri } },
  }
  const brand = { ...plainMessageBrand, name: 'Northwind' }
  desk = await createDesk(overrides, undefined, {}, { messageBrand: () => brand })
  desk.start()
}

/** A native app whose requests carry these headers; those of the submission only where `submits` says so. */
async function submit(
  flow: string,
  fields: object,
  headers: Readonly<Record<string, string>>,
  submits: Readonly<Record<string, string>> = headers,
) {
  const json = { accept: 'application/json', 'content-type': 'application/json' }
  const begun = await (await desk.raw(new Request(`${service}${flow}`, { headers: { ...json, ...headers } }))).json()
  const init = { method: 'POST', headers: { ...json, ...submits }, body: JSON.stringify(fields) }
  await desk.raw(new Request(begun.ui.action, init))
  await desk.idle()
}

const german = { 'accept-language': 'de-AT, en;q=0.5' }
const signUp = (traits: object = {}) => ({
  method: 'password',
  password: goodPassword,
  traits: { email: ada, ...traits },
})

test('a German person gets the verification mail in German, as HTML and as text', async () => {
  await open()
  await submit('/self-service/registration/api', signUp(), german)
  const mail = await mailbox.next({ to: ada })
  expect(mail.subject).toMatch(/^\d{6} ist Ihr Code, um diese Adresse zu bestätigen$/)
  expect(mail.text).toMatch(
    /^Geben Sie diesen Code ein, .*:\s+\d{6}\s+Oder öffnen Sie diesen Link:\s+http\S+\s+Er gilt /,
  )
  expect(mail.html).toContain('<html lang="de" dir="ltr">')
  expect(mail.html).toContain('<bdi>Northwind</bdi>')
  expect(mail.html).toContain('>Bestätigen</a>')
})

test('an Arabic person gets the verification mail from right to left, the code left as it is', async () => {
  await open()
  await submit('/self-service/registration/api', signUp(), { 'accept-language': 'ar-EG' })
  const mail = await mailbox.next({ to: ada })
  expect(mail.subject).toMatch(/^\u2068\d{6}\u2069 هو رمزك لتأكيد هذا العنوان$/)
  expect(mail.text).toMatch(/\n\d{6}\n/)
  expect(mail.html).toContain('<html lang="ar" dir="rtl">')
  expect(mail.html).toMatch(/<p dir="ltr" style="[^"]*text-align:right[^"]*">\d{6}<\/p>/)
})

test('the language of the traits goes before the one of the request', async () => {
  await open()
  await desk.account(ada, { traits: { email: ada, locale: 'ja_JP' } })
  await submit('/self-service/recovery/api', { method: 'code', email: ada }, german)
  expect((await mailbox.next({ to: ada })).subject).toMatch(/^\d{6} はアカウント/)
})

test.each([
  ['ui_locales go before the header', '?ui_locales=tlh+fr', german, german, / est votre code /],
  ['the header of the submission is that of the person', '', {}, german, / ist Ihr Code,/],
  ['without one, the flow remembers how it was begun', '', german, {}, / ist Ihr Code,/],
  ['a language that there is none of is English', '', { 'accept-language': 'tlh' }, {}, / is your code /],
])('%s', async (_name, query, headers, submits, subject) => {
  await open()
  await desk.account(ada)
  await submit(`/self-service/recovery/api${query}`, { method: 'code', email: ada }, headers, submits)
  expect((await mailbox.next({ to: ada })).subject).toMatch(subject)
})

test('a notice of what happened to an account is in the language of whoever it happened to', async () => {
  await open()
  const proved = { verifiable_addresses: [{ value: ada, via: 'email', verified: true, status: 'completed' }] }
  await desk.account(ada, { traits: { email: ada, locale: 'ar' }, ...proved })
  const browser = desk.browser()
  await browser.signIn(ada)
  const flow = (await browser.ask('/self-service/settings/browser')).body
  await browser.send(flow, { method: 'password', password: 'another-Horse-battery-9' })
  await desk.idle()
  expect((await mailbox.next({ to: ada })).subject).toBe('تغيّرت كلمة مرورك')
})
