import { growthFaults, type Scale } from '@gatehouse/testing/growth'
import { expect, test } from 'vitest'
import { urlMatcher } from './reach.ts'

test.each([
  ['https://hooks.example.org/*', 'https://hooks.example.org/a', true],
  ['https://hooks.example.org/*', 'https://hooks.example.org/a/b', false],
  ['https://hooks.example.org/**', 'https://hooks.example.org/a/b', true],
  ['https://hooks.example.org/a+b', 'https://hooks.example.org/aab', false],
  ['https://hooks.example.org/a', 'https://hooks.example.org/a/', false],
])('%s and %s: %s', (pattern, url, matches) => {
  expect(urlMatcher([pattern])(url)).toBe(matches)
})

test('an address of many letters takes no longer than its length, however many stars a pattern has @url-pattern-1', async () => {
  const matches = urlMatcher(['https://**a**a**a/end'])
  const prepare = async (scale: Scale) => {
    const url = `https://${'a'.repeat(8 * scale)}`
    return { sent: url.length, send: async () => ({ answered: Number(matches(url)) }) }
  }
  expect(await growthFaults({ name: 'addresses', stored: async () => 0, prepare })).toEqual([])
})
