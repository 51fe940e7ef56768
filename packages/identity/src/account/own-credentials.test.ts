import { ownAccountPaths } from '@gatehouse/contract/account'
import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { goodPassword, service, type Browser, type Harness } from '../flows/flow-harness.fixture.ts'
import { createFactorHarness, proved, setUpCodes, setUpTotp } from '../strategies/totp/authenticator.fixture.ts'

const ada = 'ada@example.org'
const eve = 'eve@example.org'
const settings = '/self-service/settings/browser'
/** The AAGUID of 1Password, and that of a device that does not identify itself. */
const [known, silent] = ['bada5566-a7aa-401f-bd96-45619a55120d', '00000000-0000-0000-0000-000000000000']
const cose = 'pQECAyYgASFYIGVtaX9nwPQ5cI2Yy0vR0eN9HpQpMqYFDqAQzdEQ0CjAIlggZW1pf2fA9DlwjZjLS9HR430elCkypgUOoBDN0RDQKMA='

let harness: Harness
let browser: Browser

beforeEach(async () => {
  const rp = { id: 'localhost', display_name: 'Example', origins: ['http://app.localhost'] }
  harness = await createFactorHarness({ methods: { passkey: { enabled: true, config: { rp } } } })
  await harness.account(ada, {
    ...proved(ada),
    credentials: {
      password: { config: { password: goodPassword } },
      passkey: { config: { credentials: [imported('one', known), imported('two', silent)], user_handle: 'YWRh' } },
    },
  })
  browser = harness.browser()
  await browser.signIn(ada)
})
afterEach(() => harness.stop())

function imported(id: string, aaguid: string) {
  return {
    id: Buffer.from(id).toString('base64'),
    public_key: cose,
    display_name: '',
    added_at: '2026-01-02T03:04:05.000Z',
    is_passwordless: true,
    authenticator: { aaguid: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'), sign_count: 0 },
  }
}

const hex = (id: string) => Buffer.from(id).toString('hex')

async function own(by = browser) {
  const { status, body } = await by.ask(ownAccountPaths.credentials)
  expect(status).toBe(200)
  return (type: string) => body.find((one: { type: string }) => one.type === type)
}

async function rename(by: Browser, id: string, body: unknown) {
  const response = await by.visitor.fetch(`${service}${ownAccountPaths.keys}/${id}`, {
    method: 'PATCH',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

describe('how one’s own account is signed in to @own-credentials-1', () => {
  test('is listed with the provider of a passkey, the age of a password and the number of codes left, without a secret', async () => {
    const since = new Date(harness.clock()).toISOString()
    harness.clock.advance(60_000)
    const secret = await setUpTotp(browser, harness.clock())
    const codes = await setUpCodes(browser)
    const find = await own()
    expect(find('password')).toEqual({ type: 'password', ways: 1, second_step: false, changed_at: since })
    expect(find('passkey').keys).toEqual([
      {
        id: hex('one'),
        name: '1Password',
        authenticator: '1Password',
        added_at: '2026-01-02T03:04:05.000Z',
        signs_in: true,
      },
      {
        id: hex('two'),
        name: '',
        authenticator: null,
        added_at: '2026-01-02T03:04:05.000Z',
        signs_in: true,
      },
    ])
    expect(find('lookup_secret')).toMatchObject({ ways: 0, second_step: true, codes: { left: 12, total: 12 } })
    const text = JSON.stringify((await browser.ask(ownAccountPaths.credentials)).body)
    for (const hidden of [secret, ...codes, 'hash', cose, eve]) expect(text).not.toContain(hidden)

    expect(find('totp').used_at).toBeNull()
    const second = harness.browser()
    await second.signIn(ada)
    harness.clock.advance(60_000)
    const usedAt = new Date(harness.clock()).toISOString()
    const flow = (await second.ask('/self-service/login/browser?aal=aal2')).body
    await second.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()) })
    expect((await own(second))('totp').used_at).toBe(usedAt)
  })

  test('leaves the age of a password as it is when the sign-in name changes', async () => {
    const before = (await own())('password').changed_at
    harness.clock.advance(60_000)
    const flow = (await browser.ask(settings)).body
    const saved = await browser.send(flow, { method: 'profile', traits: { email: 'countess@example.org' } })
    expect(saved.status).toBe(200)
    expect((await own())('password').changed_at).toBe(before)
  })

  test('is for its owner, with every factor that the settings require', async () => {
    expect((await harness.browser().ask(ownAccountPaths.credentials)).status).toBe(401)
    await setUpTotp(browser, harness.clock())
    const half = harness.browser()
    await half.signIn(ada)
    expect((await half.ask(ownAccountPaths.credentials)).status).toBe(403)
  })
})

describe('a passkey is named by its owner @own-credentials-2', () => {
  test('and by no one else', async () => {
    expect(await rename(browser, hex('two'), { name: '  Laptop at home ' })).toBe(204)
    expect((await own())('passkey').keys[1].name).toBe('Laptop at home')
    await harness.account(eve)
    const other = harness.browser()
    await other.signIn(eve)
    expect(await rename(other, hex('two'), { name: 'Mine' })).toBe(404)
    expect(await rename(harness.browser(), hex('two'), { name: 'Mine' })).toBe(401)
    expect((await own())('passkey').keys[1].name).toBe('Laptop at home')
  })

  test.each([{ name: '' }, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 1 }, {}, { name: 'a', more: 1 }])(
    'but not %j',
    async (body) => expect(await rename(browser, hex('two'), body)).toBe(400),
  )
})
