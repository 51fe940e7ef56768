import { expect, test } from 'vitest'

import { networkMatcher, networksOf } from './networks.ts'

test.each([
  ['10.1.2.3', ['10.1.2.3/32']],
  ['2001:db8::1', ['2001:db8::1/128']],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['', undefined],
  ['example.org', undefined],
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/8/8', undefined],
  ['10.0.0/8', undefined],
  ['toString', undefined],
])('%s means %j', (word, networks) => {
  expect(networksOf(word)).toEqual(networks)
})

test('an address belongs to a network of its family, mapped or not', () => {
  const has = networkMatcher(['10.1.0.0/16', '127.0.0.1/32', 'fd00::/8'])
  const answers = ['10.1.9.9', '::ffff:10.1.9.9', '127.0.0.1', 'fd12::1'].map((address) => has(address))
  expect(answers).toEqual([true, true, true, true])
  const others = ['10.2.0.1', '127.0.0.2', '::ffff:127.0.0.2', '::1', 'fe80::1', '', 'unix'].map((one) => has(one))
  expect(others).toEqual([false, false, false, false, false, false, false])
})
