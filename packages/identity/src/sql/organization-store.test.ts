import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Database } from '@gatehouse/platform/database'

import { openDatabase } from './open.ts'
import { withConfigured } from '../organizations/configured.ts'
import { mailDomain } from '../organizations/organization.ts'
import type { Organization, OrganizationStore } from '../organizations/organization.ts'
import { createOrganizationStore } from './organization-store.ts'

let database: Database
let store: OrganizationStore
beforeEach(() => {
  database = openDatabase('memory')
  store = createOrganizationStore(database)
})
afterEach(() => database.close())

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const organization = (n: number, ...domains: string[]): Organization => ({
  id: id(n),
  label: `Organization ${n}`,
  domains,
  sessionLifespanMs: undefined,
  createdAt: n,
  updatedAt: n,
})

describe('organizations', () => {
  test('are kept with their domains, found by both, changed and removed', () => {
    const acme = { ...organization(1, 'z.test', 'a.test'), sessionLifespanMs: 60_000 }
    expect(store.insert(acme)).toEqual({ kind: 'written' })
    expect(store.find(acme.id)).toEqual(acme)
    expect(store.findByDomain('a.test')).toEqual(acme)
    expect(store.findByDomain('test')).toBeUndefined()
    const changed = { ...acme, label: 'Other', domains: ['b.test'], sessionLifespanMs: undefined }
    expect(store.update(changed)).toEqual({ kind: 'written' })
    expect([store.findByDomain('a.test'), store.findByDomain('b.test')]).toEqual([undefined, changed])
    expect([store.remove(acme.id), store.remove(acme.id)]).toEqual([true, false])
    expect(store.findByDomain('b.test')).toBeUndefined()
  })

  test('have ids and domains of their own', () => {
    store.insert(organization(1, 'a.test'))
    expect(store.insert(organization(1))).toEqual({ kind: 'conflict', field: 'id' })
    expect(store.insert(organization(2, 'b.test', 'a.test'))).toEqual({ kind: 'conflict', field: 'domain' })
    expect(store.find(id(2))).toBeUndefined()
    store.insert(organization(2, 'b.test'))
    expect(store.update(organization(2, 'a.test'))).toEqual({ kind: 'conflict', field: 'domain' })
    expect(store.findByDomain('b.test')?.id).toBe(id(2))
    expect(store.update(organization(3))).toEqual({ kind: 'missing' })
  })

  test('are replaced as a whole, or not at all', () => {
    store.insert(organization(1, 'a.test'))
    expect(store.replaceAll([organization(2, 'x.test'), organization(3, 'x.test')])).toMatchObject({ kind: 'conflict' })
    expect(store.list({ size: 9 })).toEqual([organization(1, 'a.test')])
    // A domain moves from one to another.
    expect(store.replaceAll([organization(2, 'a.test'), organization(3)])).toEqual({ kind: 'written' })
    expect(store.findByDomain('a.test')?.id).toBe(id(2))
    expect(store.list({ size: 1 }).map((one) => one.id)).toEqual([id(2)])
    expect(store.list({ size: 1, after: id(2) }).map((one) => one.id)).toEqual([id(3)])
  })

  test('of the configuration file go before those of the store, and cannot be changed', () => {
    store.insert(organization(2, 'shared.test'))
    const both = withConfigured(store, [organization(1, 'shared.test')])
    expect(both.findByDomain('shared.test')?.id).toBe(id(1))
    expect(both.list({ size: 9 }).map((one) => one.id)).toEqual([id(1), id(2)])
    expect(both.remove(id(1))).toBe(false)
    expect(both.update(organization(1))).toEqual({ kind: 'missing' })
    expect(both.insert(organization(1))).toEqual({ kind: 'conflict', field: 'id' })
    expect(both.insert(organization(3, 'shared.test'))).toEqual({ kind: 'conflict', field: 'domain' })
    expect(both.replaceAll([organization(3, 'shared.test')])).toMatchObject({ kind: 'conflict' })
    expect(both.replaceAll([organization(3, 'own.test')])).toEqual({ kind: 'written' })
    expect(both.list({ size: 9 }).map((one) => one.id)).toEqual([id(1), id(3)])
  })
})

test.each([
  ['Ada@Acme.TEST', 'acme.test'],
  [' ada@acme.test. ', 'acme.test'],
  ['ada@münchen.test', 'xn--mnchen-3ya.test'],
  ['ada@evil.test@acme.test', 'acme.test'],
  ['"a b"@acme.test', 'acme.test'],
  ['@acme.test', undefined],
  ['acme.test', undefined],
  ['ada@', undefined],
  ['+4915112345678', undefined],
  ['ada@acme.test/evil', 'acme.test'],
])('the domain of %s is %s', (address, domain) => {
  expect(mailDomain(address)).toBe(domain)
})
