import { expect, test } from 'vitest'
import { patternsOf, verdictOf } from './backtracking.ts'

const judged = (program: string) => patternsOf('a.ts', program).patterns.map(verdictOf)

test.each([
  ['<([^<>]*@[^<>]*)>', 'two repeats of the same letters'],
  ['\\.+$', 'a repeat before the end, tried from each letter'],
  ['^\\s+|\\s+$', 'in one of several ways'],
  ['<a ([^>]*)>', 'a repeat that goes over its own beginning'],
  ['(\\d+)(ms|s)', 'a repeat before something else'],
  ['^\\S+@\\S+$', 'two repeats between ends'],
  ['^([a-z]+)+$', 'a repeat in a repeat'],
])('/%s/ is found: %s @patterns-1', (source) => {
  expect(judged(`text.replace(/${source}/g, '')`)).toEqual([expect.stringMatching(/^takes (?:polynomial|exponential)/)])
})

test.each(['<([^<>]*)>', '^\\s*mailto:', '^[a-z]+$', '[^<>]*', '={1,2}$', 'abc', '^\\d{1,9}$'])(
  '/%s/ is none',
  (source) => {
    expect(judged(`const pattern = /${source}/u`)).toEqual(['safe'])
  },
)

test.each(['new RegExp(text)', 'RegExp(`^${name}$`)', "new RegExp('a+', 'g')"])('%s is refused', (program) => {
  expect(patternsOf('a.ts', `\n${program}`).findings).toEqual([
    { path: 'a.ts', line: 2, message: expect.stringContaining('at run time') },
  ])
})
