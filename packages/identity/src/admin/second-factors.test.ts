import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, expect, test } from 'vitest'

import { ada, createFactorHarness, login, setUpCodes, setUpTotp } from '../strategies/totp/authenticator.fixture.ts'
import type { Harness } from '../flows/flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const url = `otpauth://totp/Example:ada?secret=${secret}&issuer=Example`
const codes = [{ code: 'ABCD-2345' }, { code: 'efgh6789', used_at: '2025-12-31T23:00:00Z' }]

function imported(credentials: object) {
  const password = { config: { password: 'correct-Horse-battery-9' } }
  return harness.admin('POST', '/identities', {
    schema_id: 'person',
    traits: { email: ada },
    credentials: { password, ...credentials },
  })
}

test('keys and codes are shown on request, and to no other caller @second-factors-1', async () => {
  harness = await createFactorHarness()
  const id = await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  const own = await setUpTotp(browser, harness.clock())
  const backup = await setUpCodes(browser)
  const plain = await harness.admin('GET', `/identities/${id}`)
  expect(plain.body.credentials.totp).toMatchObject({ type: 'totp', identifiers: [id], version: 0 })
  expect([plain.body.credentials.totp.config, plain.body.credentials.lookup_secret.config]).toEqual([
    undefined,
    undefined,
  ])
  const both = 'include_credential=totp&include_credential=lookup_secret'
  for (const path of [`/identities/${id}?${both}`, `/identities?${both}`]) {
    const { body } = await harness.admin('GET', path)
    const { totp, lookup_secret: lookup } = (Array.isArray(body) ? body[0] : body).credentials
    expect(Object.keys(totp.config)).toEqual(['totp_url'])
    expect(new URL(totp.config.totp_url).searchParams.get('secret')).toBe(own)
    expect(lookup.config).toEqual({ recovery_codes: backup.map((code) => ({ code })) })
  }
})

test('both are removed, once @second-factors-2', async () => {
  harness = await createFactorHarness()
  const id = await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  await setUpTotp(browser, harness.clock())
  await setUpCodes(browser)
  expect((await harness.browser().signIn(ada)).status).toBe(422)
  for (const type of ['totp', 'lookup_secret']) {
    expect((await harness.admin('DELETE', `/identities/${id}/credentials/${type}`)).status).toBe(204)
    expect((await harness.admin('DELETE', `/identities/${id}/credentials/${type}`)).status).toBe(404)
  }
  expect((await harness.browser().signIn(ada)).status).toBe(200)
})

test('both come with an imported account, and work', async () => {
  harness = await createFactorHarness()
  const made = await imported({
    totp: { config: { totp_url: url } },
    lookup_secret: { config: { recovery_codes: codes } },
  })
  expect(made.status).toBe(201)
  expect(await harness.rows('identities')).not.toMatch(new RegExp(`${secret}|abcd2345|ABCD-2345`))
  const shown = (await harness.admin('GET', `/identities/${made.body.id}?include_credential=totp,lookup_secret`)).body
  expect(shown.credentials.totp.config).toEqual({ totp_url: url })
  expect(shown.credentials.lookup_secret.config.recovery_codes).toEqual([
    { code: 'abcd2345' },
    { code: 'efgh6789', used_at: '2025-12-31T23:00:00.000Z' },
  ])
  const answers = [
    { method: 'lookup_secret', lookup_secret: 'efgh6789' },
    { method: 'lookup_secret', lookup_secret: 'abcd-2345' },
    { method: 'totp', totp_code: totpCode(secret, harness.clock()) },
  ]
  const statuses = []
  for (const answer of answers) {
    const browser = harness.browser()
    await browser.signIn(ada)
    statuses.push((await browser.send((await browser.ask(`${login}?aal=aal2`)).body, answer)).status)
  }
  expect(statuses).toEqual([400, 200, 200])
})

test.each([
  [{ totp: { config: { totp_url: 'https://example.org' } } }],
  [{ totp: { config: { totp_url: 'otpauth://totp/x?secret=AAAA' } } }],
  [{ totp: { config: {} } }],
  [{ totp: {} }],
  [{ lookup_secret: { config: { recovery_codes: [{ code: 'x' }] } } }],
  [{ lookup_secret: { config: { recovery_codes: [{ code: 'abcdefgh', used_at: 'soon' }] } } }],
  [{ lookup_secret: { config: { recovery_codes: 'abcdefgh' } } }],
])('%j cannot be imported', async (credentials) => {
  harness = await createFactorHarness()
  expect((await imported(credentials)).status).toBe(400)
})
