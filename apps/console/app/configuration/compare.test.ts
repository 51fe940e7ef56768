import { expect, test } from 'vitest'
import { compare } from './compare.server.ts'
import type { ConfigTree } from './config-tree.ts'

/** A comparison as text, stretches apart. */
function shown(before: ConfigTree, after: ConfigTree): readonly string[] {
  const marks = { same: ' ', added: '+', removed: '-' }
  return compare(before, after).map((lines) =>
    lines.map(({ kind, line, text }) => `${line}${marks[kind]}${text}`).join('|'),
  )
}

const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${String(at).padStart(2, '0')}`, at]))

test.each<[string, ConfigTree, ConfigTree, readonly string[]]>([
  ['nothing', { a: 1 }, { a: 1 }, []],
  ['nothing, though keys are in another order', { a: 1, b: { d: 1, c: 2 } }, { b: { c: 2, d: 1 }, a: 1 }, []],
  ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['1 a: 1|2-b: 2|2+b: 3']],
  ['a key more', { a: 1 }, { a: 1, b: 2 }, ['1 a: 1|2+b: 2']],
  ['a key less', { a: 1, b: 2 }, { a: 1 }, ['1 a: 1|2-b: 2']],
  ['the order of a list, which counts', { a: [1, 2] }, { a: [2, 1] }, ['1 a:|2-  - 1|2   - 2|3+  - 1']],
  [
    'two places far apart',
    many,
    { ...many, k00: 'x', k19: 'y' },
    ['1-k00: 0|1+k00: x|2 k01: 1|3 k02: 2|4 k03: 3', '17 k16: 16|18 k17: 17|19 k18: 18|20-k19: 19|20+k19: y'],
  ],
])('says what is different: %s', (_, before, after, lines) => {
  expect(shown(before, after)).toEqual(lines)
})
