import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import type { Identity } from '../identities/identity.ts'
import { type IdentitySearch, searchOrders } from '../identities/identity-store.ts'
import { backgroundRecording } from './secret-rotation.ts'
import { createIdentityStore } from './identity-store.ts'
import { prepareSearch } from './identity-search.ts'
import { openTested } from './tested-database.fixture.ts'
import { createWordStartIndex } from './word-start-index.ts'

function person(first: string, at: number): Identity {
  const times = { createdAt: at, updatedAt: at }
  return {
    id: randomUUID(),
    revision: 0,
    externalId: undefined,
    schemaId: 'default',
    state: at % 3 === 0 ? 'inactive' : 'active',
    stateChangedAt: at,
    traits: { email: `${first.toLowerCase()}-${at}@example.org`, name: { first } },
    metadataPublic: null,
    metadataAdmin: null,
    organizationId: undefined,
    verifiableAddresses: [],
    recoveryAddresses: [],
    credentials: {},
    ...times,
  }
}

async function inhabited() {
  const database = openTested()
  const store = createIdentityStore(database, backgroundRecording(database))
  const names = ['Ada', 'Grace', 'Adèle', 'Barbara', 'Adam', 'Søren', 'Agda']
  const people = Array.from({ length: 21 }, (_, at) => person(names[at % names.length] ?? '', at + 1))
  for (const one of people) await store.insert(one)
  return { database, store, people }
}

/** TABLE: searches, with their filters. */
const searches: readonly Omit<IdentitySearch, 'order' | 'size' | 'at'>[] = [
  { text: 'ad' },
  { text: 'a' },
  { text: 'example' },
  { text: 'ada exa' },
  { text: 'ad example', state: 'active' },
  { text: 'ad ex', state: 'inactive' },
  { text: 'ad gr' },
]

test('the matches are the same, walked in order or looked up in an index @identity-search-1', async () => {
  const { database } = await inhabited()
  const [lookedUp, walked] = [prepareSearch(database), prepareSearch(database, 1)]
  for (const search of searches) {
    for (const order of searchOrders) {
      const query = { ...search, order, size: 4 }
      const [first, same] = [await lookedUp(query), await walked(query)]
      expect(same, `${order}: ${search.text}`).toEqual(first)
      if (first.next === undefined) continue
      const further = await walked({ ...query, at: first.next })
      expect(further).toEqual(await lookedUp({ ...query, at: first.next }))
      expect(further.total).toBe(first.total)
      if (further.previous === undefined) throw new Error('the second page has no first one')
      const back = await walked({ ...query, at: further.previous })
      expect(back.found).toEqual(first.found)
    }
  }
})

test('one or two letters follow the changes of a name @identity-search-2', async () => {
  const { database, store, people } = await inhabited()
  const search = prepareSearch(database)
  const count = async (text: string) => (await search({ text, order: 'newest', size: 1 })).total
  expect([await count('ba'), await count('ze')]).toEqual([3, 0])
  const barbara = people.find(({ traits }) => JSON.stringify(traits).includes('Barbara'))
  if (barbara === undefined) throw new Error('there is no Barbara')
  await store.update({ ...barbara, traits: { email: 'zelda@example.org', name: { first: 'Zelda' } } })
  expect([await count('ba'), await count('ze')]).toEqual([2, 1])
  await store.delete(barbara.id)
  expect([await count('ba'), await count('ze')]).toEqual([2, 0])
  const rows = await database.prepare('SELECT count(*) AS rows FROM identity_search_starts WHERE start = ?').get('ba')
  expect(Number(rows?.['rows'])).toBe(2)
})

test('accounts written before the index, or by an older process, are entered; deleted ones are removed @identity-search-3', async () => {
  const { database, store, people } = await inhabited()
  const [search, walked] = [prepareSearch(database), prepareSearch(database, 1)]
  const count = async (text: string) => (await search({ text, order: 'newest', size: 1 })).total
  const asOlder = (sql: string, ...values: (string | number)[]) =>
    database.write(() => database.prepare(sql).run(...values))
  const [barbara, sara] = people.filter(({ traits }) => JSON.stringify(traits).includes('Barbara'))
  if (barbara === undefined || sara === undefined) throw new Error('there are not two of this name')

  await asOlder('DELETE FROM identity_search_starts')
  expect(await count('ba')).toBe(0)
  // Steps that end in the middle.
  expect(await createWordStartIndex(database, 4).addMissing()).toBe(people.length)
  expect([await count('ba'), await store.indexMissing()]).toEqual([3, 0])

  await asOlder("UPDATE identity_search SET words = identity_id || ? || 'sara' WHERE identity_id = ?", '\n', sara.id)
  expect([await count('ba'), await count('sa')]).toEqual([2, 0])
  expect([await store.indexMissing(), await count('sa')]).toEqual([1, 1])

  const stale =
    "INSERT INTO identity_search_starts (start, number) SELECT 'ze', number FROM identity_search WHERE identity_id = ?"
  await asOlder(stale, barbara.id)
  const changed = await store.update({ ...barbara, traits: { email: 'zelda@example.org' } })
  expect([changed.kind, await count('ba'), await count('ze')]).toEqual(['written', 1, 1])

  await asOlder('DELETE FROM identities WHERE id = ?', barbara.id)
  expect((await walked({ text: 'ze', order: 'newest', size: 1 })).total).toBe(0)
  expect(await database.prepare("SELECT count(*) AS n FROM identity_search_starts WHERE start = 'ze'").get()).toEqual({
    n: 0,
  })
})
