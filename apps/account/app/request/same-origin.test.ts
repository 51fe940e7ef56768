import { expect, it } from 'vitest'
import { formSource } from './same-origin.ts'

const origin = 'https://account.example.org'

it.each([
  [{ Origin: origin }, 'own'],
  [{ Origin: origin, 'Sec-Fetch-Site': 'same-origin' }, 'own'],
  [{ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, 'own'],
  [{ Origin: 'https://evil.example' }, 'foreign'],
  [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, 'foreign'],
  [{ Origin: origin, 'Sec-Fetch-Site': 'cross-site' }, 'foreign'],
  [{ Origin: 'https://app.example.org', 'Sec-Fetch-Site': 'same-site' }, 'foreign'],
  [{ Origin: 'null' }, 'foreign'],
  [{}, 'unknown'],
  [{ 'Sec-Fetch-Site': 'none' }, 'unknown'],
] as const)('%j comes from %s', (headers, source) => {
  expect(formSource(new Headers(headers), origin)).toBe(source)
})
