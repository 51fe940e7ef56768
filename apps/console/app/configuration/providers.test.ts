import { expect, test } from 'vitest'
import { providerKinds } from './provider-kinds.ts'
import { findProvider, providersIn, providersPath, withoutProvider, withProvider } from './providers.ts'
import { type ConfigTree, withValue } from './config-tree.ts'

const google = { id: 'google', provider: 'google', client_id: 'a', client_secret: 'hush', label: 'Google' }
const acme = { id: 'acme', issuer_url: 'https://acme.example', organization_id: 'an id', client_secret: 'hush' }
const having = (...list: readonly unknown[]): ConfigTree => withValue({ log: 'info' }, providersPath, list)

test.each<[string, ConfigTree, readonly object[]]>([
  ['nothing', {}, []],
  ['no list', withValue({}, providersPath, 'google'), []],
  ['no provider', having('google', null, 3), []],
  [
    'two, without their secrets',
    having(google, acme),
    [
      { id: 'google', kind: 'google', label: 'Google', issuer: '', organizationId: undefined },
      { id: 'acme', kind: 'generic', label: '', issuer: 'https://acme.example', organizationId: 'an id' },
    ],
  ],
])('lists %s', (_, config, lines) => {
  expect(providersIn(config)).toEqual(lines)
  expect(JSON.stringify(providersIn(config))).not.toContain('hush')
})

test('one is found by its id, whole, or not at all', () => {
  expect(findProvider(having(google, acme), 'acme')).toEqual(acme)
  expect(findProvider(having(google), 'acme')).toBeUndefined()
})

test.each<[string, ConfigTree, ConfigTree, ConfigTree]>([
  ['the first one', { log: 'info' }, google, having(google)],
  ['one more, at the end', having(google), acme, having(google, acme)],
  [
    'one in the place of itself',
    having(google, acme),
    { ...google, label: 'G' },
    having({ ...google, label: 'G' }, acme),
  ],
])('adds %s', (_, before, provider, after) => {
  expect(withProvider(before, provider)).toEqual(after)
})

test.each<[string, ConfigTree]>([
  ['google', having(acme)],
  ['unknown', having(google, acme)],
])('takes %s away, and leaves the others', (id, after) => {
  expect(withoutProvider(having(google, acme), id)).toEqual(after)
})

test('every kind is offered once', () => {
  const values = providerKinds.map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
})
