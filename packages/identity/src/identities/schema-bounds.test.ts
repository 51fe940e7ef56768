import { expect, test } from 'vitest'

import { schemaBounds } from '../configuration/bounds.ts'
import { compileSchema } from './schema.ts'
import { createIdentitySchemas } from './schemas.ts'

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const named = <T>(count: number, make: (index: number) => T) =>
  Object.fromEntries(range(count, (index) => [`p${index}`, make(index)]))
const nested = (levels: number, around: (inner: object) => object): object =>
  range(levels, () => around).reduce<object>((inner, wrap) => wrap(inner), { type: 'string' })
const document = (traits: object, more: object = {}) => ({ properties: { traits }, ...more })
const ring = (count: number) =>
  document(
    { $ref: '#/definitions/p0' },
    {
      definitions: named(count, (index) => ({ properties: { x: { $ref: `#/definitions/p${(index + 1) % count}` } } })),
    },
  )

test.each([
  ['values of an enum', document({ enum: range(20_000, (a) => ({ a })) }), 'items in a list'],
  ['values of many enums', document({ properties: named(20, () => ({ enum: range(900, String) })) }), 'values in its'],
  ['values below const', document({ const: named(6_000, () => 0) }), 'values in its lists, enum and const'],
  ['properties', document({ properties: named(2_000, () => ({ type: 'string' })) }), '900 keywords and names'],
  [
    'keywords in lists',
    document({ anyOf: range(900, () => ({ type: 'string', minLength: 1 })) }),
    'keywords and names',
  ],
  ['definitions in a ring', ring(6_000), 'keywords and names'],
  ['references', ring(210), '200 references ($ref)'],
  ['patterns', document({ properties: named(101, () => ({ pattern: 'a' })) }), '100 patterns'],
  ['names that are patterns', document({ patternProperties: named(101, () => ({})) }), '100 patterns'],
  [
    'classes of patterns',
    document({ properties: named(11, () => ({ pattern: '(?i)[\\pL\\p{Greek}]\\pN'.repeat(4) })) }),
    '100 classes',
  ],
  ['levels of properties', document(nested(2_000, (a) => ({ properties: { a } }))), '64 levels'],
  ['levels of lists', document(nested(60, (inner) => ({ anyOf: [inner] }))), '64 levels'],
  ['levels of values', document({ const: nested(5_000, (a) => ({ a })) }), '64 levels'],
  ['types', document({ type: range(20_000, () => 'string') }), '1000 items in a list'],
  ['required names', document({ required: range(2_000, String) }), '1000 items in a list'],
])(
  'too many %s are refused before anything is compiled: how many, why, and what to do @schema-bounds-1',
  (_, it, fault) => {
    const compile = () => compileSchema('default', it)
    expect(compile).toThrow(fault)
    expect(compile).toThrow(/: compiling it would stop all projects .* Make it smaller \(docs\/reference\/security\.md/)
  },
)

test('all schemas of a project together have the bound of one @schema-bounds-2', () => {
  const schema = (id: string, keywords: number) => ({
    id,
    document: document({ properties: named(keywords / 2, () => ({ type: 'string' })) }),
    selfserviceSelectable: false,
  })
  const all = (count: number, keywords: number) => () =>
    createIdentitySchemas({ schemas: range(count, (at) => schema(`s${at}`, keywords)), defaultSchemaId: 's0' })
  expect(all(3, 100)().all).toHaveLength(3)
  expect(all(3, 600)).toThrow('more than 900 keywords and names together')
  const classes = (id: string) => ({
    id,
    document: document({ pattern: '\\pL'.repeat(60) }),
    selfserviceSelectable: false,
  })
  const both = () => createIdentitySchemas({ schemas: [classes('s0'), classes('s1')], defaultSchemaId: 's0' })
  expect(both).toThrow('more than 100 classes of Unicode')
  expect(all(26, 2)).toThrow('identity.schemas are more than 25')
})

test('the values of an enum are not compared with each other @schema-bounds-3', () => {
  let read = 0
  const value = (a: number) => Object.defineProperty({}, 'a', { enumerable: true, get: () => ((read += 1), a) })
  const count = schemaBounds.items
  compileSchema('default', document({ properties: { a: { enum: range(count, value) } } }))
  expect(read).toBeLessThan(10 * count)
  // Two that are the same do no harm.
  compileSchema('default', document({ properties: { a: { enum: ['a', 'a'] } } }))
})

test('definitions in a ring within the bounds are compiled, or refused with a reason @schema-bounds-4', () => {
  expect(compileSchema('default', ring(150)).check({ x: { x: { x: 1 } } }).errors).toEqual([])
})

test.each([
  [
    'an enum for each item',
    { items: { enum: range(1_000, (a) => ({ a, b: 0 })) } },
    range(1_000, () => ({ a: -1, b: 0 })),
  ],
  [
    'items that all have to differ, many times',
    { allOf: range(400, () => ({ uniqueItems: true })) },
    range(999, (a) => ({ a })),
  ],
  [
    'many keywords for each item',
    { items: { allOf: range(300, () => ({ minLength: 9, not: {} })) } },
    range(999, String),
  ],
  ['patterns that visitors send', { items: { format: 'regex' } }, range(200, () => 'x{100}'.repeat(50))],
  ['… with classes of Unicode', { items: { format: 'regex' } }, range(200, () => `(?i)[${'\\pL'.repeat(80)}]`)],
  ['a long text, measured many times', { allOf: range(700, () => ({ maxLength: 1 })) }, 'x'.repeat(60_000)],
])('what multiplies with what visitors send has a budget: %s @schema-bounds-5', (_, traits, sent) => {
  const { errors } = compileSchema('default', document({ properties: { it: traits } })).check({ it: sent })
  expect(errors).toMatchObject([{ keyword: 'budget' }])
})
