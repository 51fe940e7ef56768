import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { createTestService } from '../service.fixture.ts'
import { openDatabase } from './open.ts'
import { createIdentityStore } from './identity-store.ts'
import { readMigrations } from './open.ts'

const finder = async () => {
  const { admin } = await createTestService()
  const found = async (words: string): Promise<readonly string[]> =>
    (await admin(`/admin/identities?trait_similar=${encodeURIComponent(words)}`)).body.map(
      (one: { traits: { email: string } }) => one.traits.email,
    )
  return { admin, found }
}

test('a search in traits follows what becomes of them', async () => {
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

test('accounts from before the index are found in it', () => {
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
  const store = createIdentityStore(database)
  expect(store.list({ size: 10, traitSimilar: 'Ada' }).identities.map((one) => one.id)).toEqual([id])
  expect(store.delete(id)).toBe(true)
  expect(database.prepare('SELECT count(*) AS rows FROM identity_trait_rows').get()).toEqual({ rows: 0 })
})
