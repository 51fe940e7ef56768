import { expect, test } from 'vitest'

import { lookUpBreaches } from './breaches.ts'
import { isSimilar } from './similarity.ts'

test.each([
  ['ada@example.org', 'ada@example.org', true],
  ['ADA@EXAMPLE.ORG1', 'ada@example.org', true],
  ['ada@example', 'ada@example.org', true],
  ['correct-Horse-battery-9', 'ada@example.org', false],
  ['', 'ada', false],
  ['something', '', false],
])('%s and %s: %s', (password, identifier, expected) => {
  expect(isSimilar(password, identifier)).toBe(expected)
})

test('a long password and a long name are compared all the same', () => {
  expect(isSimilar('x'.repeat(4096), 'y'.repeat(320))).toBe(false)
})

test('leaks: known, unknown, padding, and a service that does not answer', async () => {
  const answering =
    (body: string, status = 200): typeof globalThis.fetch =>
    async () =>
      new Response(body, { status })
  const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8'
  expect(await lookUpBreaches('password', 'h', answering(`AAAA:1\r\n${suffix}:7`))).toEqual({ kind: 'known', times: 7 })
  expect(await lookUpBreaches('password', 'h', answering(`${suffix}:0`))).toEqual({ kind: 'known', times: 0 })
  expect(await lookUpBreaches('password', 'h', answering('AAAA:1'))).toEqual({ kind: 'known', times: 0 })
  expect(await lookUpBreaches('password', 'h', answering('', 503))).toEqual({ kind: 'unreachable' })
  const failing: typeof globalThis.fetch = async () => {
    throw new TypeError('no network')
  }
  expect(await lookUpBreaches('password', 'h', failing)).toEqual({ kind: 'unreachable' })
})
