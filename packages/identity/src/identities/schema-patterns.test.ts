import { expect, test } from 'vitest'

import { createTestService } from '../service.fixture.ts'
import { compileSchema } from './schema.ts'
import { validateTraits } from './validate-traits.ts'

const schemaWith = (properties: object, rest: object = {}) => ({
  type: 'object',
  properties: { traits: { type: 'object', properties, ...rest } },
})
const withPattern = (pattern: string) => compileSchema('default', schemaWith({ nick: { type: 'string', pattern } }))
const fits = (pattern: string, nick: string) => validateTraits(withPattern(pattern), { nick }).length === 0

test('a pattern that backtracks without end in other engines is answered in linear time @schema-patterns-1', () => {
  // A backtracking engine takes 2^29 steps for 29 letters, which is seconds, and never ends with 5,000.
  const schema = withPattern('^([a-z]+)+$')
  for (const letters of [29, 5_000]) {
    const nick = `${'a'.repeat(letters)}!`
    expect(validateTraits(schema, { nick })).toMatchObject([{ name: 'traits.nick', message: { id: 4000004 } }])
  }
  expect(validateTraits(schema, { nick: 'a'.repeat(5_000) })).toEqual([])
})

test('so does one for the names of traits', () => {
  const schema = compileSchema('default', schemaWith({}, { patternProperties: { '^([a-z]+)+$': false } }))
  expect(validateTraits(schema, { [`${'a'.repeat(5_000)}!`]: 1 })).toEqual([])
  expect(validateTraits(schema, { ['a'.repeat(5_000)]: 1 })).toHaveLength(1)
})

test.each([
  ['^[a-z0-9]+$', 'ada', 'Ada'],
  ['^\\+?[0-9 ()-]{6,20}$', '+49 (30) 123', '12'],
  ['^(?i)ada$', 'ADA', 'eve'],
  ['^\\pL+$', 'Ångström', 'a1'],
  ['^[[:alpha:]]+$', 'ada', 'a1'],
  ['^(?<year>\\d{4})-\\d\\d$', '2026-11', '26-11'],
  ['^\\u0041\\/[^]$', 'A/\n', 'B/b'],
  ['[0-9]', 'a1', 'a'],
  ['^.{2,3}$', '😀😀', '😀'],
  ['^[\\s\\S]{0,5000}$', 'a\n'.repeat(2_500), 'a'.repeat(5_001)],
  ['^[^<>]{3}$', 'abc', 'ab>'],
  ['^\\d{2,}$', '123', '1'],
  ['^a$', 'a', 'a\n'],
])('%s is understood', (pattern, right, wrong) => {
  expect(fits(pattern, right)).toBe(true)
  expect(fits(pattern, wrong)).toBe(false)
})

test.each([
  ['^(?=.*\\d).+$', 'lookahead'],
  ['^(?!admin).+$', 'lookahead'],
  ['(?<=a)b', 'lookbehind'],
  ['(?<!a)b', 'lookbehind'],
  ['^(a)\\1$', 'back-references'],
  ['^(?<x>a)\\k<x>$', 'back-references'],
  ['[a-', 'missing closing ]'],
  ['(a|b)*a(a|b){400}', 'minLength and maxLength'],
  ['^\\u0041\\k<x>$', 'invalid escape sequence'],
])('%s is refused with the reason and the path', (pattern, reason) => {
  expect(() => withPattern(pattern)).toThrow('#/properties/traits/properties/nick/pattern')
  expect(() => withPattern(pattern)).toThrow(reason)
  const names = schemaWith({}, { patternProperties: { [pattern]: {} } })
  expect(() => compileSchema('default', names)).toThrow('#/properties/traits/patternProperties')
})

test('a pattern of more than 2,000 characters is refused', () => {
  expect(() => withPattern('a'.repeat(2_001))).toThrow('more than 2000 characters')
})

test('a text that only looks like a pattern is none', () => {
  const pattern = { type: 'string', default: '(?=a)', enum: ['(?=a)'] }
  const other = { pattern: '(?=a)', $ref: '#/nowhere' }
  const schema = compileSchema('default', schemaWith({ pattern, other: { const: other } }))
  expect(validateTraits(schema, { pattern: '(?=a)', other })).toEqual([])
})

test('a trait may have the name of a keyword, and its pattern counts', () => {
  const schema = compileSchema('default', schemaWith({ default: { pattern: '^a$' }, $ref: { type: 'string' } }))
  expect(validateTraits(schema, { default: 'b', $ref: 'c' })).toMatchObject([{ name: 'traits.default' }])
  expect(() => compileSchema('default', schemaWith({ enum: { pattern: '(?=a)' } }))).toThrow('properties/enum/pattern')
})

test('a service does not start with a pattern that cannot be run', async () => {
  const url = `base64://${Buffer.from(JSON.stringify(schemaWith({ nick: { pattern: '(?=a)' } }))).toString('base64')}`
  const started = createTestService({ identity: { schemas: [{ id: 'default', url }] } })
  await expect(started).rejects.toThrow(/The identity schema "default" has a pattern at #.*lookahead/)
})

test('all patterns of a schema together have a budget', () => {
  const hard = '(a|b)*a(a|b){60}$'
  const fields = Array.from({ length: 40 }, (_, index) => `field${index}`)
  const schema = compileSchema('default', schemaWith(Object.fromEntries(fields.map((one) => [one, { pattern: hard }]))))
  const text = Array.from({ length: 1_000 }, (_, index) => (index % 7 === 0 ? 'a' : 'b')).join('')
  const traits = Object.fromEntries(fields.map((one) => [one, text]))
  expect(validateTraits(schema, traits)).toMatchObject([
    { name: 'traits', message: { text: expect.stringContaining('shorten it') } },
  ])
  // The next check has the full budget again.
  expect(validateTraits(schema, { field0: text })).toMatchObject([{ name: 'traits.field0' }])
})

test.each([
  ['counts', 'x{1000}'.repeat(280)],
  ['counts of counts', '((x{30}){30})'.repeat(150)],
  ['counts of classes', '(?:[^a]|\\d{9}){999}'],
  ['classes of Unicode', `(?i)[${'\\pL'.repeat(600)}]`],
])('a pattern of many %s is refused before it is compiled @schema-patterns-3', (_, pattern) => {
  const before = process.threadCpuUsage()
  expect(() => withPattern(pattern)).toThrow(/instructions|classes/)
  const schema = compileSchema('default', schemaWith({ it: { format: 'regex' } }))
  expect(validateTraits(schema, { it: pattern })).toHaveLength(1)
  const { user, system } = process.threadCpuUsage(before)
  expect(user + system).toBeLessThan(100_000)
})

test.each([
  ['email', `${'a'.repeat(60)}@${'b'.repeat(60)}.example.org`, `ada@${'a'.repeat(250)}.org`],
  ['date-time', '2026-11-26T12:00:00Z', `P${' '.repeat(100_000)}`],
  ['uri-reference', '/a', `/${'a'.repeat(100_000)}`],
  ['uri', 'https://example.org/a', `a://${'1/'.repeat(50_000)}\n`],
  ['hostname', 'example.org', 'a'.repeat(100_000)],
  ['tel', '+4915112345678', `+49${' '.repeat(100_000)}15112345678`],
  ['regex', '^(?i)a$', '(?=a)'],
])('the format %s has a longest text', (format, right, wrong) => {
  const schema = compileSchema('default', schemaWith({ it: { type: 'string', format } }))
  expect(validateTraits(schema, { it: right })).toEqual([])
  expect(validateTraits(schema, { it: wrong })).toHaveLength(1)
})

test('definitions that refer to each other cannot multiply without end @schema-patterns-2', () => {
  const twice = (name: string) => ({ allOf: [{ $ref: `#/definitions/${name}` }, { $ref: `#/definitions/${name}` }] })
  const definitions = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d${at}`, twice(`d${at + 1}`)]))
  const document = { ...schemaWith({ it: { $ref: '#/definitions/d0' } }), definitions: { ...definitions, d40: {} } }
  expect(validateTraits(compileSchema('default', document), { it: 1 })).toMatchObject([
    { name: 'traits', message: { text: expect.stringContaining('references') } },
  ])
  const tree = { properties: { next: { $ref: '#/definitions/tree' } }, additionalProperties: false }
  const schema = compileSchema('default', {
    ...schemaWith({ it: { $ref: '#/definitions/tree' } }),
    definitions: { tree },
  })
  expect(validateTraits(schema, { it: { next: { next: {} } } })).toEqual([])
  expect(validateTraits(schema, { it: { next: { next: { other: 1 } } } })).toHaveLength(1)
})

test('dates are still compared', () => {
  const schema = compileSchema('default', schemaWith({ born: { format: 'date', formatMaximum: '2010-01-01' } }))
  expect(validateTraits(schema, { born: '2009-12-31' })).toEqual([])
  expect(validateTraits(schema, { born: '2010-01-02' })).toHaveLength(1)
})
