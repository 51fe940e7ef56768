import { afterEach, expect, test } from 'vitest'

import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'

import { createHarness, type Harness } from '../flows/flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const withAddress = schemaOf({
  email: emailTrait('Email'),
  name: { type: 'object', properties: { first: { type: 'string' } } },
  address: { type: 'object', properties: { city: { type: 'string' }, lines: { type: 'array' } } },
})

/** Operations on an account with no metadata and no traits but its address, and the expected values. */
const applied: readonly (readonly [what: string, patch: object, path: readonly string[], expected: unknown])[] = [
  ['add below null', [['add', '/metadata_admin/crm_id', 7]], ['metadata_admin'], { crm_id: 7 }],
  ['add two levels below null', [['add', '/metadata_public/a/b', 1]], ['metadata_public'], { a: { b: 1 } }],
  [
    'replace of a trait that is absent',
    [['replace', '/traits/name', { first: 'A' }]],
    ['traits', 'name'],
    { first: 'A' },
  ],
  ['replace below an absent parent', [['replace', '/traits/name/first', 'A']], ['traits', 'name'], { first: 'A' }],
  ['add below an absent parent', [['add', '/traits/address/city', 'Bern']], ['traits', 'address'], { city: 'Bern' }],
  ['add to a list that is absent', [['add', '/metadata_public/tags/-', 'x']], ['metadata_public'], { tags: ['x'] }],
  [
    'add at the first place of such a list',
    [['add', '/metadata_public/tags/0', 'x']],
    ['metadata_public'],
    { tags: ['x'] },
  ],
  [
    'add beyond its first place',
    [['add', '/metadata_public/tags/2', 'x']],
    ['metadata_public'],
    { tags: [null, null, 'x'] },
  ],
  ['replace a whole document', [['replace', '/metadata_public', { a: 1 }]], ['metadata_public'], { a: 1 }],
  ['replace what is null', [['replace', '/external_id', 'e-1']], ['external_id'], 'e-1'],
  ['a value that is left out is null', [['add', '/metadata_public/a']], ['metadata_public'], { a: null }],
  [
    'names with a slash and a tilde',
    [['add', '/metadata_public/a~1b/c~0d', 1]],
    ['metadata_public'],
    { 'a/b': { 'c~d': 1 } },
  ],
  [
    'one operation after the other',
    [
      ['add', '/metadata_public/l', [1, 2]],
      ['replace', '/metadata_public/l/1', 3],
      ['remove', '/metadata_public/l/0'],
    ],
    ['metadata_public'],
    { l: [3] },
  ],
]

const refused: readonly (readonly [what: string, patch: object])[] = [
  ['below a text', [['add', '/state/x', 1]]],
  ['below a text of the traits', [['replace', '/traits/email/x', 1]]],
  ['an item that a list does not have', [['replace', '/verifiable_addresses/4', {}]]],
  ['behind the end of a list', [['replace', '/verifiable_addresses/-', {}]]],
  ['a list by a name', [['add', '/verifiable_addresses/first', {}]]],
  ['an item far beyond a list', [['add', '/metadata_public/l/1000000000/x', 1]]],
  ['below an item that has no place yet', [['add', '/metadata_public/tags/-/n', 1]]],
  ['what no patch can change', [['replace', '/schema_url', 'https://example.org']]],
  ['what follows from the traits', [['replace', '/recovery_addresses/0/value', 'b@example.org']]],
  ['a time', [['replace', '/updated_at', '2026-01-01T00:00:00Z']]],
  ['remove of what is absent', [['remove', '/traits/name/first']]],
  ['a pointer that is none', [['add', 'metadata_public/a', 1]]],
]

const operations = (patch: object) =>
  (patch as readonly (readonly [string, string, unknown?])[]).map(([op, path, value]) => ({
    op,
    path,
    ...(value !== undefined && { value }),
  }))

async function patched(patch: object) {
  harness = await createHarness({ identity: identityPart('person', withAddress) })
  const id = await harness.account(ada)
  const answer = await harness.admin('PATCH', `/identities/${id}`, operations(patch))
  return { answer, stored: (await harness.admin('GET', `/identities/${id}`)).body }
}

test.each(applied)('a patch as the reference applies it: %s @admin-patch-1', async (_what, patch, path, expected) => {
  const { answer, stored } = await patched(patch)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  for (const body of [answer.body, stored]) {
    expect(path.reduce((node, key) => node[key], body)).toEqual(expected)
  }
})

test.each(refused)(
  'a patch that would change nothing is refused, and never a fault of ours: %s @admin-patch-2',
  async (_what, patch) => {
    const { answer, stored } = await patched(patch)
    expect([answer.status, answer.body.error?.reason]).toEqual([400, 'The JSON patch cannot be applied.'])
    expect(stored.traits).toEqual({ email: ada })
  },
)

const many = (count: number) => Array.from({ length: count }, (_, index) => index)
const nest = (levels: number): unknown => (levels === 0 ? {} : { a: nest(levels - 1) })
const below = (levels: number) => `/metadata_public${'/a'.repeat(levels)}`

test.each([
  ['add by a path without an end', [{ op: 'add', path: `/metadata_public${'/'.repeat(60_000)}`, value: 1 }]],
  ['replace by one', [{ op: 'replace', path: below(30_000), value: 1 }]],
  [
    'copies of a document into itself',
    [
      { op: 'add', path: '/metadata_public', value: nest(50) },
      ...many(900).map((time) => ({ op: 'copy', from: '/metadata_public', path: below(50 + 2 * time) })),
    ],
  ],
  [
    'moves of one document below the next',
    [
      { op: 'add', path: '/metadata_public', value: Object.fromEntries(many(200).map((key) => [`k${key}`, nest(40)])) },
      ...many(190).map((key) => ({
        op: 'move',
        from: `/metadata_public/k${key}`,
        path: `/metadata_public/k${key + 1}${'/a'.repeat(40)}/a`,
      })),
    ],
  ],
])(
  'a patch that nests without an end is refused, and never a fault of ours: %s @admin-patch-3',
  async (_what, patch) => {
    harness = await createHarness({ identity: identityPart('person', withAddress) })
    const id = await harness.account(ada)
    const answer = await harness.admin('PATCH', `/identities/${id}`, patch)
    expect([answer.status, answer.body.error?.reason]).toEqual([400, 'The JSON patch cannot be applied.'])
  },
)

test('many copies and moves of shallow documents are no depth @admin-patch-4', async () => {
  harness = await createHarness({ identity: identityPart('person', withAddress) })
  const id = await harness.account(ada)
  const answer = await harness.admin('PATCH', `/identities/${id}`, [
    { op: 'add', path: '/metadata_public', value: { a: { b: 1 } } },
    ...many(400).flatMap((key) => [
      { op: 'copy', from: '/metadata_public/a', path: `/metadata_public/c${key}` },
      { op: 'move', from: `/metadata_public/c${key}`, path: `/metadata_public/d${key}` },
    ]),
  ])
  expect([answer.status, Object.keys(answer.body.metadata_public).length]).toEqual([200, 401])
})

test.each(['copy', 'move'] as const)(
  'a patch that looks at a large document over and over is refused: %s @admin-patch-5',
  async (op) => {
    harness = await createHarness({ identity: identityPart('person', withAddress) })
    const id = await harness.account(ada)
    const large = Array.from({ length: 20_000 }, () => [])
    const targets = many(1000).map((key) => `/metadata_public/a${'/a'.repeat(60)}/k${key}`)
    const answer = await harness.admin('PATCH', `/identities/${id}`, [
      { op: 'add', path: `${targets[0]}/list`, value: large },
      ...targets.slice(1, 999).map((path, index) => ({ op, from: op === 'copy' ? targets[0] : targets[index], path })),
    ])
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('copy more than')])
  },
)
