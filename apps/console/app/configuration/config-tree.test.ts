import { expect, test } from 'vitest'
import { type ConfigTree, isTree, valueAt, withValue } from './config-tree.ts'

const tree = { session: { lifespan: '24h', cookie: { name: 'ory' } }, log: 'info', list: ['a'], 'a.b': 1 }

test.each([
  ['log', 'info'],
  ['session.lifespan', '24h'],
  ['session.cookie', { name: 'ory' }],
  ['session.lifespan.deeper', undefined],
  ['list.0', undefined],
  ['nowhere.at.all', undefined],
  ['constructor', undefined],
  ['session.toString', undefined],
  ['__proto__.polluted', undefined],
])('at %s stands %j', (path, value) => {
  expect(valueAt(tree, path)).toEqual(value)
})

test.each<[string, ConfigTree, string, unknown, ConfigTree]>([
  ['replaces', { a: { b: 1, c: 2 } }, 'a.b', 3, { a: { b: 3, c: 2 } }],
  ['makes what is above', {}, 'a.b.c', true, { a: { b: { c: true } } }],
  ['makes a section of what was none', { a: 'text' }, 'a.b', 1, { a: { b: 1 } }],
  ['takes away what becomes empty', { a: { b: { c: 1 } }, d: 2 }, 'a.b.c', undefined, { d: 2 }],
  ['keeps what is beside it', { a: { b: 1, c: 2 } }, 'a.b', undefined, { a: { c: 2 } }],
  ['takes away what is not there', { a: 1 }, 'b.c', undefined, { a: 1 }],
  ['writes false', { a: true }, 'a', false, { a: false }],
])('a value at a path %s, and the old tree stays', (_, before, path, value, after) => {
  const kept = structuredClone(before)
  expect(withValue(before, path, value)).toEqual(after)
  expect(before).toEqual(kept)
})

test('no path reaches a prototype', () => {
  const result = withValue({}, '__proto__.polluted', 'yes')
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  expect('polluted' in {}).toBe(false)
})

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['text', false],
  [undefined, false],
])('%j is a tree: %s', (value, is) => {
  expect(isTree(value)).toBe(is)
})
