import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { namedDocument } from '../identities/schema.fixture.ts'
import { createTestService } from '../service.fixture.ts'
import { openDatabase, readMigrations } from './open.ts'
import { backgroundRecording } from './secret-rotation.ts'
import { createIdentityStore } from './identity-store.ts'

/** Creates accounts one after the other; returns the addresses that a search finds, in its order. */
async function register(people: readonly { readonly email: string; readonly more?: object; readonly of?: object }[]) {
  const url = `base64://${Buffer.from(JSON.stringify(namedDocument)).toString('base64')}`
  const schemas = [
    { id: 'person', url },
    { id: 'other', url },
  ]
  const { admin, clock } = await createTestService({ identity: { default_schema_id: 'person', schemas } })
  const ids: string[] = []
  for (const { email, more, of } of people) {
    const body = { schema_id: 'person', traits: { email, ...more }, ...of }
    const made = await admin('/admin/identities', { method: 'POST', body })
    expect(made.status).toBe(201)
    ids.push(made.body.id)
    clock.now += 1_000
  }
  const search = async (query: string) => {
    const answer = await admin(`/admin/identities?${query}`)
    const found = answer.status === 200 ? answer.body.map((one: { traits: { email: string } }) => one.traits.email) : []
    return { ...answer, found, total: answer.headers.get('x-total-count') }
  }
  const found = async (words: string) => (await search(`search=${encodeURIComponent(words)}`)).found
  return { admin, ids, search, found }
}

test('every word is found, in any part of the indexed texts, without case and accents @search-index-1', async () => {
  const { found, ids } = await register([
    { email: 'grace@example.org', more: { name: { first: 'Grace', last: 'Hopper' } } },
    { email: 'soren@example.org', more: { name: { first: 'Søren', last: 'Ångström-Łukasz' } } },
    {
      email: 'nguyen@example.org',
      more: { name: { first: 'Nguyễn', last: 'Thị Ánh' } },
      // Without the letters of ids: those are searched as well, and are random.
      of: { external_id: 'crm-zz' },
    },
    { email: 'ali@example.org', more: { name: { first: 'أَحمد', last: 'علي' } } },
    { email: 'taro@example.org', more: { name: { first: '山田太郎' } } },
  ])
  expect(await found('hopper GRACE')).toEqual(['grace@example.org'])
  expect(await found('hopper soren')).toEqual([])
  expect(await found('soren')).toEqual(['soren@example.org'])
  expect(await found('SØREN angstrom')).toEqual(['soren@example.org'])
  expect(await found('lukasz')).toEqual(['soren@example.org'])
  expect(await found('nguyen anh')).toEqual(['nguyen@example.org'])
  expect(await found('CRM-ZZ')).toEqual(['nguyen@example.org'])
  expect(await found('احمد')).toEqual(['ali@example.org'])
  // One or two letters match the beginning of a word; names that are written without spaces have one at each letter.
  expect(await found('g')).toEqual(['grace@example.org'])
  expect(await found('an')).toEqual(['nguyen@example.org', 'soren@example.org'])
  expect(await found('ho gr')).toEqual(['grace@example.org'])
  expect(await found('ra')).toEqual([])
  expect(await found('太郎')).toEqual(['taro@example.org'])
  expect(await found('-z')).toEqual(['nguyen@example.org'])
  expect(await found(ids[0] ?? '')).toEqual(['grace@example.org'])
  expect(await found('first')).toEqual([])
})

test('the beginning of a long trait finds its account, and the trait hides no address @search-index-3', async () => {
  const bio = `begins-so ${'x '.repeat(8_000)}ends-so`
  const { found } = await register([{ email: 'grace@example.org', more: { name: { first: bio } } }])
  expect(await found('begins-so')).toEqual(['grace@example.org'])
  expect(await found('grace@example.org')).toEqual(['grace@example.org'])
  expect(await found('ends-so')).toEqual([])
})

test('a list is in the order of creation, page by page, with how many there are @search-index-2', async () => {
  const people = Array.from({ length: 5 }, (_, at) => ({
    email: `person-${at}@example.org`,
    of: { state: at === 2 ? 'inactive' : 'active', schema_id: at === 4 ? 'other' : 'person' },
  }))
  const { search } = await register(people)
  const first = await search('order=newest&page_size=2')
  expect([first.found, first.total]).toEqual([['person-4@example.org', 'person-3@example.org'], '5'])
  const next = /[?&]page_token=([^&>]*)[^>]*>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await search(`order=newest&page_size=2&page_token=${next}`)
  expect(second.found).toEqual(['person-2@example.org', 'person-1@example.org'])
  const narrowed = await search('order=oldest&search=person&state=active&schema_id=person&page_size=2')
  expect([narrowed.found, narrowed.total]).toEqual([['person-0@example.org', 'person-1@example.org'], '3'])
  const rest = /[?&]page_token=([^&>]*)[^>]*>; rel="next"/.exec(narrowed.headers.get('link') ?? '')?.[1] ?? ''
  const last = await search(`order=oldest&search=person&state=active&schema_id=person&page_size=2&page_token=${rest}`)
  expect([last.found, last.headers.get('link')?.includes('rel="next"')]).toEqual([['person-3@example.org'], false])
})

test.each([
  ['order=best', 'one of newest, oldest, name_asc'],
  ['order=newest&method=pigeon', 'one of password'],
  ['order=newest&verified=perhaps', 'true or false'],
  ['order=newest&last_seen_before=yesterday', 'has to be a date'],
  ['second_step=false', 'go with "order" or "search"'],
  ['order=name_asc&page_token=YWRh', 'page token'],
  ['order=newest&page_token=YWRh_00000000-0000-0000-0000-000000000000', 'page token'],
  ['search=a&page_token=00000000-0000-0000-0000-000000000000', 'page token'],
  ['search=a&credentials_identifier=ada@example.org', 'no other filter'],
  [`search=${'a'.repeat(201)}`, '200 characters'],
  ['search=a+b+c+d+e+f+g+h+i', '8 words'],
])('a search that cannot be is refused: %s', async (query, why) => {
  const { search } = await register([])
  const answer = await search(query)
  expect([answer.status, answer.body.error.reason]).toEqual([400, expect.stringContaining(why)])
})

const finder = async () => {
  const { admin } = await createTestService()
  const found = async (words: string): Promise<readonly string[]> =>
    (await admin(`/admin/identities?trait_similar=${encodeURIComponent(words)}`)).body.map(
      (one: { traits: { email: string } }) => one.traits.email,
    )
  return { admin, found }
}

test('a search in traits follows their changes', async () => {
  const { admin, found } = await finder()
  const body = { schema_id: 'default', traits: { email: 'ada.lovelace@example.org' } }
  const made = await admin('/admin/identities', { method: 'POST', body })
  expect(made.status).toBe(201)
  expect(await found('LOVELACE')).toEqual(['ada.lovelace@example.org'])
  expect(await found('a.l')).toEqual(['ada.lovelace@example.org'])
  expect(await found('lovelace@example.com')).toEqual([])
  const change = [{ op: 'replace', path: '/traits/email', value: 'augusta@example.org' }]
  expect((await admin(`/admin/identities/${made.body.id}`, { method: 'PATCH', body: change })).status).toBe(200)
  expect(await found('lovelace')).toEqual([])
  expect(await found('augusta')).toEqual(['augusta@example.org'])
  await admin(`/admin/identities/${made.body.id}`, { method: 'DELETE' })
  expect(await found('augusta')).toEqual([])
})

test.each(['"', '" OR "a', 'a"b"c', 'ab*', 'NEAR(a b)', 'x\0y1', 'ab', '\uD800abc', '('.repeat(200)])(
  'words that mean something to the index are words: %j',
  async (words) => {
    const { admin } = await finder()
    const email = { email: 'ada@example.org' }
    const made = await admin('/admin/identities', { method: 'POST', body: { schema_id: 'default', traits: email } })
    expect(made.status).toBe(201)
    const answer = await admin(`/admin/identities?trait_similar=${encodeURIComponent(words.toWellFormed())}`)
    expect([answer.status, answer.body]).toEqual([200, []])
  },
)

test('accounts from before the index are found in it', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'identity.sqlite')
  const before = readMigrations().filter(({ name }) => name < '20261121180000')
  openDatabase(`sqlite://${path}?_fk=true`, { migrations: before }).close()
  const raw = new DatabaseSync(path)
  const id = '5b0c3f4e-7e34-4a0a-9d59-3f6d9a1f7c11'
  const identity = { id, traits: { name: { first: 'Ada' } }, verifiableAddresses: [], recoveryAddresses: [] }
  raw
    .prepare(
      `INSERT INTO identities (id, schema_id, state, document, created_at, updated_at)
       VALUES (?, 'default', 'active', ?, 0, 0)`,
    )
    .run(id, JSON.stringify({ ...identity, credentials: {} }))
  raw.close()
  const database = openDatabase(`sqlite://${path}?_fk=true`)
  onTestFinished(() => database.close())
  const store = createIdentityStore(database, backgroundRecording(database))
  expect((await store.list({ size: 10, traitSimilar: 'Ada' })).identities.map((one) => one.id)).toEqual([id])
  expect(await store.delete(id)).toBe(true)
  expect(await database.prepare('SELECT count(*) AS rows FROM identity_search').get()).toEqual({ rows: 0 })
})
