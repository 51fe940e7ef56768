import { openIdScenes } from '@gatehouse/testing/providers'
import { expect, onTestFinished, test } from 'vitest'

import { client, createKindHarness } from './kind-harness.fixture.ts'

const issuer = 'https://idp.example.org'
/** Keeps all that the mapper is given. */
const keeper = `local claims = std.extVar('claims');
  { identity: { traits: { email: 'ada@example.org' }, metadata_admin: claims } }`

/** Returns the mapper's input for a person about whom a provider reports this. */
async function claimsOf(said: Readonly<Record<string, unknown>>) {
  const mapper = `base64://${Buffer.from(keeper).toString('base64')}`
  const harness = await createKindHarness({ provider: 'generic', issuer_url: issuer, mapper_url: mapper })
  onTestFinished(() => harness.stop())
  const knows = { ...client, secretIn: 'header' } as const
  harness.stage.play(await openIdScenes(issuer, knows, harness.sent, () => ({ sub: 'ada-1', ...said })))
  const { browser } = await harness.depart()
  await harness.arrive(browser)
  const [{ metadata_admin: claims }] = (await harness.admin('GET', '/identities')).body
  return claims
}

// prettier-ignore
const textual = [
  'name', 'given_name', 'family_name', 'last_name', 'middle_name', 'nickname', 'preferred_username', 'profile', 'picture',
  'website', 'email', 'gender', 'birthdate', 'zoneinfo', 'phone_number', 'hd', 'team', 'oid',
]
const texts = Object.fromEntries(textual.map((name) => [name, `the ${name}`]))
const seconds = 1_700_000_000

/** TABLE: claims of OpenID Connect, and the additional ones of Kratos, as providers send and mappers receive them. */
const forms: readonly (readonly [string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>])[] = [
  ['texts', { ...texts, locale: 'en-GB' }, { ...texts, locale: 'en-GB' }],
  ['times and booleans', { updated_at: seconds, phone_number_verified: true, nonce_supported: true }, {}],
  [
    'numbers where texts belong, and texts where numbers do',
    { birthdate: 1815, phone_number: 49_171_000, updated_at: '1700000000', phone_number_verified: 'true' },
    { birthdate: '1815', phone_number: '49171000', updated_at: seconds, phone_number_verified: true },
  ],
  ['a time as a text', { updated_at: '2023-11-14T22:13:20.000Z' }, { updated_at: seconds }],
  ['a time with a fraction', { updated_at: seconds + 0.9 }, { updated_at: seconds }],
  ['a locale in parts', { locale: { language: 'en', country: 'GB' } }, { locale: 'en-GB' }],
  ['a language alone', { locale: { language: 'en', variant: 'x' } }, { locale: 'en' }],
  ['a country alone', { locale: { country: 'GB' } }, { locale: 'GB' }],
  [
    'no',
    { phone_number_verified: false, nonce_supported: 'false' },
    { phone_number_verified: false, nonce_supported: false },
  ],
]

test.each(forms)('a mapper gets %s @oidc-claims-1', async (_, said, given) => {
  const claims = await claimsOf(said)
  expect(claims).toMatchObject({ iss: issuer, sub: 'ada-1', ...said, ...given })
  expect(claims.raw_claims).toMatchObject(said)
})

test('empty or unreadable claims are absent, and every person gets in @oidc-claims-4', async () => {
  const wrong = {
    nickname: '',
    name: null,
    gender: { is: 'x' },
    hd: ['a'],
    locale: { variant: 'x' },
    updated_at: 'yesterday',
  }
  const claims = await claimsOf({ ...wrong, phone_number_verified: 'maybe', team: true })
  expect(Object.keys(claims).toSorted()).toEqual(['iss', 'raw_claims', 'sub'])
  expect(claims.raw_claims).toMatchObject(wrong)
})

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  ['yes', false],
  [1, false],
  [null, false],
  [undefined, false],
])('an e-mail that is verified by %j counts as %j @oidc-claims-2', async (email_verified, counts) => {
  const claims = await claimsOf({ email: 'ada@example.org', email_verified })
  expect(claims.email_verified).toBe(counts)
})

test('claims without a name in Kratos are in the whole answer @oidc-claims-3', async () => {
  const address = { street_address: '12 St James’s Square', locality: 'London', postal_code: 'SW1Y' }
  const said = { address, groups: ['staff', 'mathematics'], roles: { crm: ['admin'] }, amr: ['pwd'], level: 7 }
  const claims = await claimsOf({ ...said, website: undefined })
  expect(claims.raw_claims).toMatchObject(said)
  expect(claims).toMatchObject({ iss: issuer, sub: 'ada-1' })
  expect(Object.keys(claims)).not.toContain('groups')
})
