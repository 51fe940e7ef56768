import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

test.each([
  ['{', 'syntax', 1],
  ['x', 'syntax', 0],
  ['{"a": 1,}', 'syntax', 8],
  ['{"a" 1}', 'syntax', 5],
  ['{a: 1}', 'syntax', 1],
  ['[1 2]', 'syntax', 3],
  ['[1,]', 'syntax', 3],
  ['[1', 'syntax', 2],
  ['1 1', 'syntax', 2],
  ["{'a': 1}", 'syntax', 1],
  ['{"a": nul}', 'syntax', 6],
  ['{"a": 01}', 'syntax', 7],
  ['"line\nbreak"', 'syntax', 0],
  ['{\n  "a": 1,\n  "a": 2\n}', 'twice', 14],
  [String.raw`{"b": {"a": 1, "\u0061": 2}}`, 'twice', 15],
  ['{"a": 12345678901234567890}', 'number', 6],
  ['[0.1234567890123456789]', 'number', 1],
  ['[1e400]', 'number', 1],
])('%j cannot be stored: %s at %d @json-fault-1', (text, kind, at) => {
  expect(jsonFault(text)).toMatchObject({ kind, at })
})

test.each(['null', ' {} ', '[]', '{"a":{"a":[1,-0.50,2e3,{}]},"b":"\\"\\u0041"}', '[true,false,null,""]', '1.0', '-0'])(
  '%s is JSON @json-fault-2',
  (text) => {
    expect([jsonFault(text), JSON.parse(text)]).toEqual([undefined, JSON.parse(text)])
  },
)

test('JSON of too many levels is refused where it becomes too deep @json-fault-3', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
    expect(jsonFault(nested(200))).toBeUndefined()
    const fault = { kind: 'syntax', at: 200 * open.length, found: open.slice(0, 1) }
    expect([jsonFault(nested(201)), jsonFault(nested(100_000))]).toEqual([fault, fault])
  }
})
