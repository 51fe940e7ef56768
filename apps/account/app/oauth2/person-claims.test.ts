import type { Identity } from '@gatehouse/contract/identities'
import { expect, it } from 'vitest'
import { claimsFor } from './person-claims.ts'

const at = '2026-01-01T00:00:00Z'

function identity(traits: Identity['traits'], verified: readonly string[] = []): Identity {
  const addresses = verified.map((value) => ({ value, verified: true, via: 'email', status: 'completed' }) as const)
  return {
    id: 'f0e1',
    schema_id: 'person',
    schema_url: '',
    state: 'active',
    traits,
    verifiable_addresses: addresses.map((address) => ({ ...address, id: 'a', created_at: at, updated_at: at })),
    metadata_public: null,
    created_at: at,
    updated_at: at,
    organization_id: null,
  }
}

const ada = identity({ email: 'Ada@example.org', name: { last: 'Lovelace', first: 'Ada' }, phone: '+41791234567' }, [
  'ada@example.org',
])

it.each([
  [['openid'], {}],
  [['offline_access', 'toString', '__proto__'], {}],
  [['email'], { email: 'Ada@example.org', email_verified: true }],
  [['phone'], { phone_number: '+41791234567', phone_number_verified: false }],
  [['profile'], { name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace', updated_at: 1767225600 }],
])('%j tells %j @person-claims-1', (scopes, claims) => {
  expect(claimsFor(scopes, ada)).toEqual(claims)
})

it('finds an address that no trait of that name holds, and nothing if there is none', () => {
  expect(claimsFor(['email'], identity({ mail: 'x' }, ['eve@example.org']))).toEqual({
    email: 'eve@example.org',
    email_verified: true,
  })
  expect(claimsFor(['email', 'phone', 'address'], identity({}))).toEqual({})
})

it('takes traits under the names that OpenID Connect has for them', () => {
  const traits = { given_name: 'Ada', locale: 'en-GB', username: 'ada', address: 'Ockham Park', picture: 7 }
  expect(claimsFor(['profile', 'address'], identity(traits))).toEqual({
    name: 'Ada',
    given_name: 'Ada',
    locale: 'en-GB',
    preferred_username: 'ada',
    address: { formatted: 'Ockham Park' },
    updated_at: 1767225600,
  })
})
