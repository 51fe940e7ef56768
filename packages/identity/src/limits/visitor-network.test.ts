import { expect, test } from 'vitest'

import { visitorNetwork } from './visitor-network.ts'

const of = (address: string) => visitorNetwork(new Headers({ 'x-forwarded-for': address }))

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['203.0.113.7, 198.51.100.1', '203.0.113.7'],
])('%s counts as %s', (address, network) => {
  expect(of(address)).toBe(network)
})

test.each(['127.0.0.1', '127.8.0.1', '::1', 'unknown', ''])('%j is no network', (address) => {
  expect(of(address)).toBeUndefined()
})

test('a request without the address of its sender has no network', () => {
  expect(visitorNetwork(new Headers())).toBeUndefined()
})
