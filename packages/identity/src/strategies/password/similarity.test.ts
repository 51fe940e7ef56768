import { expect, test } from 'vitest'
import { isSimilar } from './policy.ts'

test.each([
  ['ada@example.org', 'ada@example.org', true],
  ['ADA@EXAMPLE.ORG1', 'ada@example.org', true],
  ['ada@example', 'ada@example.org', true],
  ['example.org-at-night', 'ada@example.org', true],
  ['correct-Horse-battery-9', 'ada@example.org', false],
  ['', 'ada', false],
  ['something', '', false],
])('%s and %s: %s', (password, identifier, expected) => {
  expect(isSimilar(password, identifier)).toBe(expected)
})

/** Applies the rules literally: the whole table of distances and of common texts. */
function rules(a: string, b: string): boolean {
  if (a === '' || b === '') return false
  let distances = Array.from({ length: b.length + 1 }, (_, index) => index)
  let runs = distances.map(() => 0)
  let longest = 0
  for (let i = 1; i <= a.length; i += 1) {
    const [row, shared] = [[i], [0]]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      row.push(Math.min((row[j - 1] ?? 0) + 1, (distances[j] ?? 0) + 1, (distances[j - 1] ?? 0) + (same ? 0 : 1)))
      shared.push(same ? (runs[j - 1] ?? 0) + 1 : 0)
      longest = Math.max(longest, shared[j] ?? 0)
    }
    ;[distances, runs] = [row, shared]
  }
  return (distances[b.length] ?? 0) < 5 || longest / a.length > 0.5
}

test('random texts of few letters are judged by the rules @similar-password-1', () => {
  let state = 7
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const text = () => Array.from({ length: random(16) }, () => 'abc'[random(3)]).join('')
  const pairs = Array.from({ length: 20_000 }, () => [text(), text()] as const)
  const wrong = pairs.filter(([a, b]) => isSimilar(a, b) !== rules(a, b))
  expect(wrong).toEqual([])
  expect(new Set(pairs.map(([a, b]) => rules(a, b))).size).toBe(2)
})
