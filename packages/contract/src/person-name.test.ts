import type { Identity } from './identity.ts'
import { expect, it } from 'vitest'
import { givenName, personName } from './person-name.ts'

function identity(traits: Identity['traits']): Identity {
  const at = '2026-01-01T00:00:00Z'
  return {
    id: 'f0e1',
    schema_id: 'person',
    schema_url: '',
    state: 'active',
    traits,
    metadata_public: null,
    created_at: at,
    updated_at: at,
    organization_id: null,
  }
}

it('puts the first name first, whatever order the service keeps', () => {
  expect(personName(identity({ email: 'a@example.org', name: { last: 'Lovelace', first: 'Ada' } }))).toBe(
    'Ada Lovelace',
  )
})

it('falls back to an address, then to the id', () => {
  expect(personName(identity({ email: 'a@example.org', name: {} }))).toBe('a@example.org')
  expect(personName(identity({}))).toBe('f0e1')
  expect(givenName(identity({ email: 'a@example.org' }))).toBeUndefined()
})
