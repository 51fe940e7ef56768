import { expect, test } from 'vitest'
import { root } from '../runners/tool.ts'
import { brokenId, idsInCell, idsOf, readTestIds } from './test-ids.ts'
import { unheldAttacks } from './threats.ts'

const [id, other, missing] = ['@made-up-1', '@made-up-2', '@made-up-3']
const titled = (title: string, path = 'a.test.ts') => ({ path, text: `test('${title}', () => {})` })

test('a test is found by the id at the end of its title, whatever stands before it', () => {
  const ids = idsOf([titled(`one thing ${id}`), titled(`another ${other}`, 'b.test.ts')])
  expect([...ids.fileOf]).toEqual([
    ['made-up-1', 'a.test.ts'],
    ['made-up-2', 'b.test.ts'],
  ])
  expect(brokenId(ids, 'made-up-2')).toBeUndefined()
})

test('an id that no test has, or two have, is reported', () => {
  const ids = idsOf([titled(`one thing ${id}`), titled(`another ${id}`)])
  expect(brokenId(ids, 'made-up-1')).toBe(`more than one test has the id ${id}`)
  expect(brokenId(ids, 'made-up-3')).toBe(`no test has the id ${missing}`)
})

test('no id of this repository is there twice', () => {
  const { fileOf, doubles } = readTestIds(root)
  expect(doubles).toEqual([])
  expect(fileOf.size).toBeGreaterThan(400)
})

test('an attack that names no test, or one that is gone, is a finding', () => {
  const ids = idsOf([titled(`one thing ${id}`)])
  const rows = Array.from({ length: 40 }, (_, index) => `| guess ${index} | defence | \`${id}\` |`)
  const withRow = (row: string) => unheldAttacks([...rows.slice(1), row].join('\n'), ids)
  expect(withRow('| one | defence | `@made-up-1`, `@made-up-1` |')).toEqual([])
  expect(withRow('| one | defence | `@gone-1` |')).toEqual([
    'docs/reference/threat-model.md: no test has the id @gone-1: | one | defence | `@gone-1` |',
  ])
  expect(withRow('| one | defence | `a.test.ts`: one thing |')).toHaveLength(1)
  expect(unheldAttacks('', ids)).toEqual(['docs/reference/threat-model.md: only 0 attacks were seen'])
})

test('a cell names ids alone', () => {
  expect(idsInCell('`@login-4`, `@stolen-session-12`')).toEqual(['login-4', 'stolen-session-12'])
  expect(idsInCell('`docs/reference/security.md`')).toBeUndefined()
})
