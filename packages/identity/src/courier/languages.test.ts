import { hydraProgram } from '@gatehouse/testing/processes'
import { startMailbox, type Mailbox } from '@gatehouse/testing/receivers'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { ConfigTree } from '../configuration/unsupported.ts'
import { createHarness, goodPassword, service, type Harness } from '../flows/flow-harness.fixture.ts'
import { startAuthorizationServer } from '../oauth2/hydra.fixture.ts'
import { plainMessageBrand } from './brand.ts'

let harness: Harness
let mailbox: Mailbox
beforeEach(async () => {
  mailbox = await startMailbox()
})
afterEach(async () => {
  await harness.stop()
  await mailbox.close()
})

const ada = 'ada@example.org'
const person = schemaOf({ email: emailTrait('Email'), locale: { type: 'string' } })

async function open(flows: ConfigTree = {}, settings: ConfigTree = {}) {
  const overrides = {
    ...settings,
    identity: identityPart('person', person),
    courier: { smtp: { connection_uri: mailbox.uri } },
    selfservice: { flows, methods: { link: { enabled: true } } },
  }
  const brand = { ...plainMessageBrand, name: 'Northwind' }
  harness = await createHarness(overrides, undefined, {}, { messageBrand: () => brand })
  harness.start()
}

/** Submits as a native app whose requests have these headers; the submission has them only if `submits` is set. */
async function submit(
  flow: string,
  fields: object,
  headers: Readonly<Record<string, string>>,
  submits: Readonly<Record<string, string>> = headers,
) {
  const json = { accept: 'application/json', 'content-type': 'application/json' }
  const begun = await (await harness.raw(new Request(`${service}${flow}`, { headers: { ...json, ...headers } }))).json()
  const init = { method: 'POST', headers: { ...json, ...submits }, body: JSON.stringify(fields) }
  await harness.raw(new Request(begun.ui.action, init))
  await harness.idle()
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

test('the language of the traits precedes that of the request', async () => {
  await open()
  await harness.account(ada, { traits: { email: ada, locale: 'ja_JP' } })
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
  await harness.account(ada)
  await submit(`/self-service/recovery/api${query}`, { method: 'code', email: ada }, headers, submits)
  expect((await mailbox.next({ to: ada })).subject).toMatch(subject)
})

// The request names German; the person's traits name Arabic.
const arabic = { traits: { email: ada, locale: 'ar' } }
const arabicMail = '<html lang="ar" dir="rtl">'
const proved = { verifiable_addresses: [{ value: ada, via: 'email', verified: true, status: 'completed' }] }

test.each([
  ['recovery by code', 'recovery', { method: 'code', email: ada }],
  ['recovery by link', 'recovery', { method: 'link', email: ada }],
  ['verification by code', 'verification', { method: 'code', email: ada }],
  ['verification by link', 'verification', { method: 'link', email: ada }],
  ['sign-in by code', 'login', { method: 'code', identifier: ada }],
] as const)('the mail of %s is in the language of the traits @mail-language-1', async (_name, flow, fields) => {
  await open(flow === 'login' ? {} : { [flow]: { use: fields.method } })
  await harness.account(ada, arabic)
  await submit(`/self-service/${flow}/api`, fields, german)
  expect((await mailbox.next({ to: ada })).html).toContain(arabicMail)
})

test.each([
  ['by code', 'code', 'code'],
  ['by password, proved by code', 'password', 'code'],
  ['by password, proved by link', 'password', 'link'],
] as const)(
  'the mail of a sign-up %s is in the language of the traits @mail-language-2',
  async (_name, method, use) => {
    await open({ verification: { use } })
    const fields = { ...signUp({ locale: 'ar' }), method }
    await submit('/self-service/registration/api', fields, german)
    expect((await mailbox.next({ to: ada })).html).toContain(arabicMail)
  },
)

test('a German and an Arabic person ask for the proof of their address again, each in their language', async () => {
  await open()
  const eve = 'eve@example.org'
  await harness.account(ada, { traits: { email: ada, locale: 'de' } })
  await harness.account(eve, { traits: { email: eve, locale: 'ar' } })
  for (const email of [ada, eve])
    await submit('/self-service/verification/api', { method: 'code', email }, { 'accept-language': 'fr' })
  const [toAda, toEve] = [await mailbox.next({ to: ada }), await mailbox.next({ to: eve })]
  expect(toAda.subject).toMatch(/^\d{6} ist Ihr Code, um diese Adresse zu bestätigen$/)
  expect(toAda.text).toContain('Geben Sie diesen Code ein')
  expect(toAda.html).toContain('>Bestätigen</a>')
  expect(toEve.subject).toContain('هو رمزك لتأكيد هذا العنوان')
  expect(toEve.text).toMatch(/\n\d{6}\n/)
  expect(toEve.html).toContain(arabicMail)
})

test('the owner of an address that is taken is written to in their own language', async () => {
  await open({}, { security: { account_enumeration: { mitigate: true } } })
  await harness.account(ada, { ...arabic, ...proved })
  await submit('/self-service/registration/api', signUp({ locale: 'fr' }), german)
  expect((await mailbox.next({ to: ada })).html).toContain(arabicMail)
})

test('an operator is invited in the language of their account, else in that of the inviter', async () => {
  await open()
  await harness.account(ada, arabic)
  await harness.inviteOperator(ada, 'de')
  await harness.inviteOperator('eve@example.org', 'de')
  await harness.idle()
  expect((await mailbox.next({ to: ada })).subject).toBe('أنت مدعو إلى لوحة الإدارة')
  expect((await mailbox.next({ to: 'eve@example.org' })).subject).toBe('Sie sind in die Konsole eingeladen')
})

const hydraMissing = await hydraProgram.missing()

describe.skipIf(hydraMissing !== undefined)('for an OAuth2 client', () => {
  test(
    'ui_locales of the client’s request decide, before the browser’s own languages',
    { timeout: 900_000 },
    async () => {
      const server = await startAuthorizationServer()
      try {
        await open({}, { oauth2_provider: { url: server.adminUrl } })
        await harness.account(ada)
        const challenge = await server.browser().authorize({ ui_locales: 'tlh ar' })
        const browser = harness.browser()
        const query = new URLSearchParams({ login_challenge: challenge })
        const flow = (await browser.ask(`/self-service/login/browser?${query}`)).body
        await browser.send(flow, { method: 'code', identifier: ada })
        await harness.idle()
        expect((await mailbox.next({ to: ada })).html).toContain(arabicMail)
      } finally {
        await server.stop()
      }
    },
  )
})

test('a notice about an account is in the language of its owner', async () => {
  await open()
  await harness.account(ada, { traits: { email: ada, locale: 'ar' }, ...proved })
  const browser = harness.browser()
  await browser.signIn(ada)
  const flow = (await browser.ask('/self-service/settings/browser')).body
  await browser.send(flow, { method: 'password', password: 'another-Horse-battery-9' })
  await harness.idle()
  expect((await mailbox.next({ to: ada })).subject).toBe('تغيّرت كلمة مرورك')
})
