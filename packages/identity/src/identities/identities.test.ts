import fc from 'fast-check'
import { expect, test } from 'vitest'

import { identifierSpellings } from './address.ts'
import { applyTraits, composeIdentity } from './compose.ts'
import { decodeTraits } from './form-values.ts'
import type { Identity } from './identity.ts'
import { presentIdentity, presentIdentityForAdmin } from './present.ts'
import { compileSchema } from './schema.ts'
import { personSchema, richSchema } from './schema.fixture.ts'
import { traitNodes } from './trait-nodes.ts'
import { validateTraits } from './validate-traits.ts'

function faults(traits: unknown, schema = richSchema) {
  return validateTraits(schema, traits).map(({ name, message }) => [name, message.id, message.context])
}

function person(email: string): Identity {
  const composed = composeIdentity(personSchema, { email }, 1_000)
  if (composed.kind !== 'composed') throw new Error('the traits do not fit')
  return composed.identity
}

test('each schema keyword has its message id and context, at its field @identities-1', () => {
  const wrong = {
    username: 'A',
    email: 'nope',
    phone: '123',
    website: 'not a uri',
    birthday: 'x',
    joined: 'y',
    age: 3,
    score: 0.3,
    tos: false,
    color: 'blue',
    tags: 'x',
    count: 0,
  }
  expect(faults(wrong)).toEqual([
    ['traits.username', 4000003, { min_length: 2, actual_length: 1 }],
    ['traits.username', 4000004, { pattern: '^[a-z0-9]+$' }],
    ['traits.email', 4000040, { value: 'nope' }],
    ['traits.phone', 4000041, { value: '123' }],
    ['traits.website', 4000001, expect.anything()],
    ['traits.birthday', 4000001, expect.anything()],
    ['traits.joined', 4000001, expect.anything()],
    ['traits.age', 4000018, { minimum: 18, actual: 3 }],
    ['traits.score', 4000022, { base: 0.5, actual: 0.3 }],
    ['traits.tos', 4000029, { expected: 'true' }],
    ['traits.color', 4000001, expect.anything()],
    ['traits.tags', 4000026, { allowed_types: ['array'], actual_type: 'string' }],
    ['traits.count', 4000019, { minimum: 0, actual: 0 }],
  ])
  const rest = {
    username: 'x'.repeat(25),
    email: 'a@example.org',
    tos: true,
    age: 200,
    tags: ['a', 'a', 'b', 'c'],
    count: 10,
  }
  expect(faults(rest)).toEqual([
    ['traits.username', 4000017, { max_length: 20, actual_length: 25 }],
    ['traits.age', 4000020, { maximum: 120, actual: 200 }],
    ['traits.tags', 4000023, { max_items: 3, actual_items: 4 }],
    ['traits.tags', 4000025, { index_a: 0, index_b: 1 }],
    ['traits.count', 4000021, { maximum: 10, actual: 10 }],
  ])
})

test('a missing field is named, and an unknown one falls on the traits as a whole', () => {
  expect(faults({}, personSchema)).toEqual([['traits.email', 4000002, { property: 'email' }]])
  expect(faults({ email: 'a@example.org', extra: 1 }, personSchema)).toEqual([['traits', 4000001, expect.anything()]])
  expect(faults({ email: 'a@example.org', name: { first: 1 } }, personSchema)).toEqual([
    ['traits.name.first', 4000026, { allowed_types: ['string'], actual_type: 'number' }],
  ])
})

test('a document is compiled once for all projects that have it', () => {
  const [one, other] = ['one', 'other'].map((id) => compileSchema(id, structuredClone(personSchema.document)))
  expect(other?.fields).toBe(one?.fields)
  expect([one?.id, other?.id]).toEqual(['one', 'other'])
})

test('a schema with a fault is refused with the reason', () => {
  const trait = (extension: unknown) => ({
    properties: { traits: { properties: { a: { 'ory.sh/kratos': extension } } } },
  })
  expect(() => compileSchema('x', trait({ credentials: { pasword: {} } }))).toThrow('pasword')
  expect(() => compileSchema('x', { $schema: 'https://json-schema.org/draft/2020-12/schema' })).toThrow('draft-07')
  expect(() => compileSchema('x', { properties: { traits: { type: 'thing' } } })).toThrow()
})

test('a schema that refers to itself ends', () => {
  const schema = compileSchema('x', {
    properties: { traits: { $ref: '#/definitions/t' } },
    definitions: { t: { properties: { next: { $ref: '#/definitions/t' } } } },
  })
  expect(schema.fields).toEqual([])
})

test('form fields follow the schema: type, order, label, requirement', () => {
  const nodes = traitNodes(richSchema, { group: 'default', traits: { username: 'ada', tos: false } })
  expect(nodes.map(({ attributes: { name, type } }) => `${name} ${type}`)).toEqual([
    'traits.username text',
    'traits.email email',
    'traits.phone tel',
    'traits.website url',
    'traits.birthday date',
    'traits.joined datetime-local',
    'traits.age number',
    'traits.score number',
    'traits.tos checkbox',
    'traits.color text',
    'traits.tags text',
    'traits.count number',
  ])
  expect(nodes[0]).toEqual({
    type: 'input',
    group: 'default',
    attributes: {
      name: 'traits.username',
      type: 'text',
      value: 'ada',
      required: true,
      pattern: '^[a-z0-9]+$',
      disabled: false,
      node_type: 'input',
    },
    messages: [],
    meta: {
      label: { id: 1070002, text: 'Username', type: 'info', context: { name: 'traits.username', title: 'Username' } },
    },
  })
  expect(nodes[8]?.attributes.value).toBe(false)
  expect(nodes[1]?.meta).toEqual({})
})

test('form values become the types of the schema, the last of a name counts @identities-2', () => {
  const form: [string, string][] = [
    ['traits.username', 'ada'],
    ['traits.age', '20'],
    ['traits.score', '1.5'],
    ['traits.tos', 'false'],
    ['traits.tos', 'true'],
    ['traits.color', ''],
    ['traits.tags', 'a'],
    ['traits.tags', 'b'],
    ['traits.count', 'many'],
    ['csrf_token', 'x'],
  ]
  const tags = ['a', 'b']
  expect(decodeTraits(richSchema, form)).toEqual({
    username: 'ada',
    age: 20,
    score: 1.5,
    tos: true,
    tags,
    count: 'many',
  })
  expect(decodeTraits(richSchema, [['traits.tos', '']])).toEqual({ tos: false })
  expect(decodeTraits(personSchema, [['traits.name.first', 'Ada']])).toEqual({ name: { first: 'Ada' } })
})

test('no form can reach a prototype or break the decoder @identities-3', () => {
  decodeTraits(personSchema, [
    ['traits.__proto__.polluted', 'yes'],
    ['traits.constructor.prototype.polluted', 'yes'],
    [`traits${'.a'.repeat(100_000)}`, 'deep'],
  ])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.string({ unit: 'grapheme' }).map((name) => `traits.${name}`),
          fc.string(),
        ),
      ),
      (form) => {
        expect(typeof decodeTraits(richSchema, form)).toBe('object')
      },
    ),
  )
})

test('traits become identifiers and addresses in one spelling', () => {
  const identity = person('Ada@Example.org')
  expect(identity.credentials.password?.identifiers).toEqual(['ada@example.org'])
  expect(identity.credentials.code).toMatchObject({
    identifiers: ['ada@example.org'],
    config: { addresses: [{ channel: 'email', address: 'ada@example.org' }] },
  })
  expect(identity.verifiableAddresses).toMatchObject([{ value: 'ada@example.org', via: 'email', verified: false }])
  expect(identity.recoveryAddresses).toMatchObject([{ value: 'ada@example.org', via: 'email' }])

  const phone = composeIdentity(
    richSchema,
    { username: 'ada', email: 'a@b.org', tos: true, phone: '+49 1511 2345678' },
    1,
  )
  expect(phone).toMatchObject({
    kind: 'composed',
    identity: { credentials: { code: { identifiers: ['+4915112345678'] } }, verifiableAddresses: [{ via: 'sms' }] },
  })
  expect(identifierSpellings(' +49 1511 2345678 ')).toContain('+4915112345678')
})

test('an address that stays keeps its verified state and the password stays; a new one starts unverified', () => {
  const ada = person('ada@example.org')
  const verified: Identity = {
    ...ada,
    verifiableAddresses: ada.verifiableAddresses.map((address) => ({
      ...address,
      verified: true,
      status: 'completed',
    })),
    credentials: {
      password: {
        ...person('x@y.org').credentials.password,
        type: 'password',
        identifiers: ['ada@example.org'],
        config: { hashed_password: 'h' },
        version: 0,
        createdAt: 1,
        updatedAt: 1,
      },
    },
  }
  const same = applyTraits(personSchema, verified, { email: 'ada@example.org', name: { first: 'Ada' } }, 2_000)
  expect(same).toMatchObject({
    identity: { verifiableAddresses: [{ verified: true }], credentials: { password: { updatedAt: 1 } } },
  })
  const moved = applyTraits(personSchema, verified, { email: 'new@example.org' }, 2_000)
  expect(moved).toMatchObject({
    identity: {
      verifiableAddresses: [{ value: 'new@example.org', verified: false }],
      credentials: {
        password: { identifiers: ['new@example.org'], config: { hashed_password: 'h' }, updatedAt: 1 },
      },
    },
  })
})

test('people never see credentials or admin metadata; administrators see secrets only on request @identities-4', () => {
  const identity: Identity = { ...person('ada@example.org'), metadataAdmin: { note: 1 }, metadataPublic: { plan: 'a' } }
  const shown = presentIdentity(identity, 'https://auth.example.org')
  expect(shown).not.toHaveProperty('credentials')
  expect(shown).not.toHaveProperty('metadata_admin')
  expect(shown).toMatchObject({
    schema_url: 'https://auth.example.org/schemas/ZGVmYXVsdA',
    state_changed_at: '1970-01-01T00:00:01.000Z',
    metadata_public: { plan: 'a' },
    organization_id: null,
  })
  const admin = presentIdentityForAdmin(identity, 'https://a', { credentials: true, declassify: new Set(['code']) })
  expect(admin).toMatchObject({ metadata_admin: { note: 1 } })
  expect(admin.credentials?.password).not.toHaveProperty('config')
  expect(admin.credentials?.code).toHaveProperty('config')
})
