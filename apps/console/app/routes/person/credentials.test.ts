import type { Identity } from '@gatehouse/contract/identities'
import { expect, test } from 'vitest'
import { shownCredentials } from './credentials.server.ts'

const at = '2026-01-01T00:00:00Z'

function withCredential(type: string, identifiers: readonly string[]): Identity {
  const credential = { type, identifiers: [...identifiers], version: 1, created_at: at, updated_at: at }
  return {
    id: '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11',
    schema_id: 'person',
    schema_url: 'https://example.org/schemas/person',
    state: 'active',
    traits: {},
    metadata_public: null,
    organization_id: null,
    created_at: at,
    updated_at: at,
    credentials: { [type]: credential },
  }
}

// Source: the types that Kratos' admin API removes, and those for which it requires an identifier.
test.each([
  ['password', ['ada@example.org'], 'whole'],
  ['totp', ['an id'], 'whole'],
  ['lookup_secret', ['an id'], 'whole'],
  ['webauthn', ['ada@example.org'], 'whole'],
  ['oidc', ['google:1', 'github:2'], 'each'],
  ['saml', ['acme:1'], 'each'],
  ['passkey', ['a handle'], 'none'],
  ['code', ['ada@example.org'], 'none'],
  ['something_new', ['ada'], 'none'],
] as const)('a %s with %j is removed: %s', (type, identifiers, removal) => {
  const access = { credentials: [type], recovery: [] }
  expect(shownCredentials(withCredential(type, identifiers), access)).toEqual([
    { type, identifiers: [...identifiers], createdAt: at, removal },
  ])
})

test.each(['oidc', 'saml', 'code', 'password', 'webauthn'])('a %s that is not set up is not shown', (type) => {
  expect(shownCredentials(withCredential(type, ['ada']), { credentials: [], recovery: [] })).toEqual([])
})
