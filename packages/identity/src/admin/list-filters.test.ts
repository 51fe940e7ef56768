import { expect, test } from 'vitest'

import { namedDocument } from '../identities/schema.fixture.ts'
import { createTestService } from '../service.fixture.ts'

test('accounts are found by state, by schema and by a part of any trait, all of it at once, page by page', async () => {
  const url = `base64://${Buffer.from(JSON.stringify(namedDocument)).toString('base64')}`
  const { admin } = await createTestService({
    identity: {
      default_schema_id: 'wide',
      schemas: [
        { id: 'wide', url },
        { id: 'other', url },
      ],
    },
  })
  const add = async (schema_id: string, state: string, traits: object) =>
    (await admin('/admin/identities', { method: 'POST', body: { schema_id, state, traits } })).status
  expect(await add('wide', 'active', { email: 'ada@example.org', name: { first: 'Ada', last: '100%_sure' } })).toBe(201)
  expect(await add('wide', 'inactive', { email: 'lin@example.org', name: { first: 'Linus' }, level: 42 })).toBe(201)
  expect(await add('other', 'active', { email: 'max@example.org', name: { first: 'Adam' } })).toBe(201)
  const found = async (query: string) =>
    (await admin(`/admin/identities?${query}`)).body
      .map((one: { traits: { email: string } }) => one.traits.email)
      .toSorted()

  expect(await found('state=inactive')).toEqual(['lin@example.org'])
  expect(await found('schema_id=other')).toEqual(['max@example.org'])
  expect(await found('trait_similar=ADA')).toEqual(['ada@example.org', 'max@example.org'])
  expect(await found('trait_similar=ada&schema_id=wide')).toEqual(['ada@example.org'])
  expect(await found('trait_similar=42')).toEqual(['lin@example.org'])
  // Wildcards count as plain letters, and names of traits are no values.
  expect(await found(`trait_similar=${encodeURIComponent('%_s')}`)).toEqual(['ada@example.org'])
  expect(await found('trait_similar=%25')).toEqual(['ada@example.org'])
  expect(await found('trait_similar=first')).toEqual([])
  expect((await admin('/admin/identities?state=asleep')).status).toBe(400)

  const page = await admin('/admin/identities?state=active&page_size=1')
  const next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  expect(next).toContain('state=active')
  const second = await admin(next)
  const emails = new Set<string>([page.body[0].traits.email, second.body[0].traits.email])
  expect(emails).toEqual(new Set(['ada@example.org', 'max@example.org']))
})
