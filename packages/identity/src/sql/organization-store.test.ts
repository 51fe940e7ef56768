import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Database } from '@gatehouse/platform/database'

import { openTested, openTestedTwice } from './tested-database.fixture.ts'
import { mailDomain, withConfigured, type Organization, type OrganizationStore } from '../organizations/organization.ts'
import { createOrganizationStore } from './organization-store.ts'

let database: Database
let store: OrganizationStore
beforeEach(() => {
  database = openTested()
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
  test('are kept with their domains, found by both, changed and removed', async () => {
    const acme = { ...organization(1, 'z.test', 'a.test'), sessionLifespanMs: 60_000 }
    expect(await store.insert(acme)).toEqual({ kind: 'written' })
    expect(await store.find(acme.id)).toEqual(acme)
    expect(await store.findByDomain('a.test')).toEqual(acme)
    expect(await store.findByDomain('test')).toBeUndefined()
    const changed = { ...acme, label: 'Other', domains: ['b.test'], sessionLifespanMs: undefined }
    expect(await store.update(changed)).toEqual({ kind: 'written' })
    expect([await store.findByDomain('a.test'), await store.findByDomain('b.test')]).toEqual([undefined, changed])
    expect([await store.remove(acme.id), await store.remove(acme.id)]).toEqual([true, false])
    expect(await store.findByDomain('b.test')).toBeUndefined()
  })

  test('have unique ids and domains', async () => {
    await store.insert(organization(1, 'a.test'))
    expect(await store.insert(organization(1))).toEqual({ kind: 'conflict', field: 'id' })
    expect(await store.insert(organization(2, 'b.test', 'a.test'))).toEqual({ kind: 'conflict', field: 'domain' })
    expect(await store.find(id(2))).toBeUndefined()
    await store.insert(organization(2, 'b.test'))
    expect(await store.update(organization(2, 'a.test'))).toEqual({ kind: 'conflict', field: 'domain' })
    expect((await store.findByDomain('b.test'))?.id).toBe(id(2))
    expect(await store.update(organization(3))).toEqual({ kind: 'missing' })
  })

  test('are replaced as a whole, or not at all', async () => {
    await store.insert(organization(1, 'a.test'))
    expect(await store.replaceAll([organization(2, 'x.test'), organization(3, 'x.test')])).toMatchObject({
      kind: 'conflict',
    })
    expect(await store.list({ size: 9 })).toEqual([organization(1, 'a.test')])
    // A domain moves from one to another.
    expect(await store.replaceAll([organization(2, 'a.test'), organization(3)])).toEqual({ kind: 'written' })
    expect((await store.findByDomain('a.test'))?.id).toBe(id(2))
    expect((await store.list({ size: 1 })).map((one) => one.id)).toEqual([id(2)])
    expect((await store.list({ size: 1, after: id(2) })).map((one) => one.id)).toEqual([id(3)])
  })

  test('of the configuration file go before those of the store, and cannot be changed', async () => {
    await store.insert(organization(2, 'shared.test'))
    const both = withConfigured(store, [organization(1, 'shared.test')])
    expect((await both.findByDomain('shared.test'))?.id).toBe(id(1))
    expect((await both.list({ size: 9 })).map((one) => one.id)).toEqual([id(1), id(2)])
    expect(await both.remove(id(1))).toBe(false)
    expect(await both.update(organization(1))).toEqual({ kind: 'missing' })
    expect(await both.insert(organization(1))).toEqual({ kind: 'conflict', field: 'id' })
    expect(await both.insert(organization(3, 'shared.test'))).toEqual({ kind: 'conflict', field: 'domain' })
    expect(await both.replaceAll([organization(3, 'shared.test')])).toMatchObject({ kind: 'conflict' })
    expect(await both.replaceAll([organization(3, 'own.test')])).toEqual({ kind: 'written' })
    expect((await both.list({ size: 9 })).map((one) => one.id)).toEqual([id(1), id(3)])
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

test('of two processes that replace organizations, the one that reads them last writes last @organization-store-1', async () => {
  const databases = openTestedTwice()
  const stores = databases.map(createOrganizationStore)
  const names: string[] = []
  /** Adds domains to the list, and after each has a process replace its organizations by all of it. */
  const addAll = async (process: string, at: OrganizationStore | undefined) => {
    for (let index = 0; index < 20; index += 1) {
      names.push(`${process}-${index}.test`)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await at?.exclusively(async () => {
        const read = organization(1, ...names)
        await new Promise((resolve) => setImmediate(resolve))
        return at.replaceAll([read])
      })
    }
  }
  await Promise.all(stores.map((store, index) => addAll(`${index}`, store)))
  expect((await stores[0]?.find(id(1)))?.domains).toEqual(names)
  for (const opened of databases) opened.close()
})
