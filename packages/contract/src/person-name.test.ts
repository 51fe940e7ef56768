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

it.each([
  [{ first: '하은', last: '김' }, '김하은'],
  [{ first: '偉', last: '陳' }, '陳偉'],
  [{ first: 'さくら', last: '田中' }, '田中さくら'],
  [{ first: 'アダ', last: 'ラブレス' }, 'アダ ラブレス'],
  [{ first: 'Minh Tuấn', last: 'Nguyễn' }, 'Nguyễn Minh Tuấn'],
  [{ first: 'Minh Tuấn'.normalize('NFD'), last: 'Nguyễn'.normalize('NFD') }, 'Nguyễn Minh Tuấn'.normalize('NFD')],
  [{ first: 'Đorđe', last: 'Balašević' }, 'Đorđe Balašević'],
  [{ first: 'ليلى', last: 'الفهري' }, 'ليلى الفهري'],
])('writes %j in the order of its script @person-name-1', (name, written) => {
  expect(personName(identity({ name }))).toBe(written)
})

it('joins words that stand beside each other in the traits', () => {
  expect(personName(identity({ email: 'a@example.org', first_name: 'Ada', last_name: 'Lovelace' }))).toBe(
    'Ada Lovelace',
  )
})
