import { expect, test } from 'vitest'
import { controlText, valueAt } from './field-text.ts'
import { type FieldValues, readTraits } from './read-traits.ts'
import { schemaFields } from './schema-fields.ts'

const fields = schemaFields({
  properties: {
    traits: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        lines: { type: 'string' },
        born: { type: 'string', format: 'date' },
        seen: { type: 'string', format: 'date-time' },
        age: { type: 'number' },
        news: { type: 'boolean' },
        plan: { type: 'string', enum: ['free', 'gold'] },
        things: { type: 'array' },
        numbers: { type: 'array', items: { type: 'number' } },
        name: { type: 'object', properties: { first: { type: 'string' } } },
      },
    },
  },
})

/** A form as a browser sends it: a line of text has no line breaks, and a value that a control cannot show is empty. */
function formOf(traits: Readonly<Record<string, unknown>>, typed: Readonly<Record<string, string>> = {}): FieldValues {
  const isAbsentBox = (name: string) => name === 'traits.news' && valueAt(traits, name) === undefined
  return { all: (name) => (isAbsentBox(name) ? [] : [typed[name] ?? shown(name, traits)]) }
}

function shown(name: string, traits: Readonly<Record<string, unknown>>): string {
  const field = fields.find((one) => one.name === name)
  if (field === undefined) throw new Error(`there is no field ${name}`)
  const text = controlText(field, valueAt(traits, name))
  return field.type === 'array' ? text.replaceAll(/\r?\n/g, '\r\n') : text.replaceAll(/[\r\n]/g, '')
}

test.each([
  [{ text: '' }],
  [{ text: null }],
  [{ text: ' Ada ' }],
  [{ text: 42 }],
  [{ text: { of: 'an older schema' } }],
  [{ lines: 'Dorset Street\nLondon' }],
  [{ born: '1815-12-10' }],
  [{ born: 'soon' }],
  [{ seen: '2026-01-02T03:04:05.678+02:00' }],
  [{ seen: '2026-01-02T03:04:05Z' }],
  [{ age: 'unknown' }],
  [{ age: 1e21 }],
  [{ news: null }],
  [{ news: 'yes' }],
  [{ plan: 'silver' }],
  [{ things: [] }],
  [{ things: 'one' }],
  [{ things: ['a\nb', ' c ', null, [3], 3, { d: 1 }] }],
  [{ numbers: ['one', 2] }],
  [{ name: 'Ada' }],
  [{ name: {} }],
])('a form that nobody changed leaves the traits as they are: %j @read-traits-1', (traits) => {
  expect(readTraits(formOf(traits), fields, traits)).toEqual({ kind: 'read', traits })
})

test.each([
  ['2026-01-02T03:04:05+02:00', '2026-01-02T03:04:00+02:00'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:00Z'],
  [undefined, '2026-01-02T03:04:00Z'],
])('another instant keeps the time zone of the one before, %s @read-traits-2', (before, after) => {
  const traits = { seen: before?.replace(':04', ':00') }
  const read = readTraits(formOf(traits, { 'traits.seen': '2026-01-02T03:04' }), fields, traits)
  expect(read).toMatchObject({ traits: { seen: after } })
})

test('equal lines of a list keep the types of their items, each its own @read-traits-3', () => {
  const traits = { things: [[3], 3] }
  const read = readTraits(formOf(traits, { 'traits.things': '3\r\n3\r\nnew' }), fields, traits)
  expect(read).toEqual({ kind: 'read', traits: { things: [[3], 3, 'new'] } })
})

test.each(['9007199254740993', '12345678901234567890', '0.1234567890123456789', '0x10', '1e999', 'Infinity', 'one'])(
  'a number that would be stored as another one is refused: %s @read-traits-4',
  (text) => {
    expect(readTraits(formOf({}, { 'traits.age': text }), fields, {})).toEqual({
      kind: 'unreadable',
      fields: ['traits.age'],
    })
  },
)

test.each([
  ['7', 7],
  ['-0.50', -0.5],
  ['1e3', 1000],
  ['007', 7],
  ['.5', 0.5],
  ['9007199254740992', 9007199254740992],
])('a number is read: %s @read-traits-5', (text, age) => {
  expect(readTraits(formOf({}, { 'traits.age': text }), fields, {})).toEqual({ kind: 'read', traits: { age } })
})
