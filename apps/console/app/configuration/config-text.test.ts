import { expect, test } from 'vitest'
import { printConfig, readConfigText } from './config-text.server.ts'

test.each([
  ['session:\n  lifespan: 24h\n', { session: { lifespan: '24h' } }],
  ['{"session": {"lifespan": "24h"}}', { session: { lifespan: '24h' } }],
  ['a: &x {b: 1}\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
  ['a: &x {b: 1, c: 2}\nd: { <<: *x, c: 3 }\n', { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }],
  ['{}', {}],
  ['a: 0123\nb: yes\n', { a: 123, b: 'yes' }],
])('%j is a configuration', (text, tree) => {
  const read = readConfigText(text)
  expect(read.kind === 'tree' && read.tree).toEqual(tree)
})

test.each([
  ['session: {', 1, /flow/i],
  ['a: 1\na: 2\n', 2, /unique/],
  ['a:\n\tb: 1\n', 2, /tab/i],
  ['- a\n- b\n', undefined, /map of keys and values/],
  ['just a word', undefined, /map of keys and values/],
  ['', undefined, /map of keys and values/],
  ['a: *nobody\n', undefined, /alias/i],
] as const)('%j is none: line %s, %s', (text, line, why) => {
  const read = readConfigText(text)
  const [fault] = read.kind === 'faulty' ? read.faults : []
  expect(fault?.text).toMatch(why)
  expect(fault?.line).toBe(line)
})

test('a text of a few lines does not become gigabytes', () => {
  const deeper = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}*a${at}]`)
  const read = readConfigText(`a0: &a0 [x, x, x]\n${deeper.join('\n')}\n`)
  expect(read.kind === 'faulty' && read.faults[0]?.text).toMatch(/alias/i)
})

const text =
  '# first\nsession:\n  lifespan: 24h\n  cookie:\n    name: x\nproviders:\n  - id: google\n  - id: github\n    label: GitHub\n'

test.each([
  ['session', 2],
  ['session.lifespan', 3],
  ['session.cookie.name', 5],
  ['session.cookie.domain', 4],
  ['session.lifespan.deeper', 3],
  ['providers.1.label', 9],
  ['providers.0', 7],
  ['nowhere', undefined],
])('%s stands on line %s', (path, line) => {
  const read = readConfigText(text)
  expect(read.kind === 'tree' ? read.lineOf(path) : 'faulty').toBe(line)
})

test.each([
  { a: 'yes', b: '007', c: '', d: null, e: ['x: y', '# no comment'], f: { g: true } },
  { long: 'word '.repeat(60).trim(), lines: 'one\ntwo\n', uri: 'smtps://ada:hush@mail.example.org:465/?skip=true' },
])('what is printed is read as the same: %j', (tree) => {
  const read = readConfigText(printConfig(tree))
  expect(read.kind === 'tree' && read.tree).toEqual(tree)
})
