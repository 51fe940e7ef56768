import { expect, test } from 'vitest'

import { isPublicAddress, mayConnect } from './reach.ts'

// prettier-ignore
const special: readonly (readonly [address: string, what: string])[] = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'shared, RFC 6598'],
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['169.254.169.254', 'link-local: metadata of a cloud'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'IETF protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.31.196.1', 'AS112'],
  ['192.52.193.1', 'AMT'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['192.175.48.1', 'AS112'],
  ['198.18.0.1', 'benchmarks'],
  ['198.19.255.255', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'loopback, IPv4-compatible'],
  ['::8.8.8.8', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'loopback, IPv4-mapped'],
  ['::ffff:a9fe:a9fe', 'metadata of a cloud, IPv4-mapped'],
  ['::ffff:10.0.0.1', 'private, IPv4-mapped'],
  ['::ffff:0:127.0.0.1', 'loopback, IPv4-translated (RFC 2765)'],
  ['64:ff9b::a9fe:a9fe', 'metadata of a cloud, NAT64'],
  ['64:ff9b::8.8.8.8', 'NAT64'],
  ['64:ff9b:1::a00:1', 'private, local NAT64'],
  ['100::1', 'discard-only'],
  ['100:0:0:1::1', 'dummy prefix, RFC 9780'],
  ['2001::1', 'Teredo'],
  ['2001:0:7f00:1::', 'loopback, Teredo'],
  ['2001:1::1', 'port control protocol anycast'],
  ['2001:2::1', 'benchmarks'],
  ['2001:3::1', 'AMT'],
  ['2001:4:112::1', 'AS112'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHIDv2'],
  ['2001:30::1', 'drone entity tags'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', 'loopback, 6to4'],
  ['2002:808:808::1', '6to4'],
  ['2606:4700::5efe:7f00:1', 'loopback, ISATAP'],
  ['2606:4700::200:5efe:a00:1', 'private, ISATAP'],
  ['2620:4f:8000::1', 'AS112'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'unassigned'],
  ['5f00::1', 'segment routing'],
  ['8000::1', 'unassigned'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'unique local: metadata of a cloud'],
  ['fe80::1', 'link-local'],
  ['fe80::1%lo', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['ff0e::1', 'multicast'],
  ['', 'nothing'],
  ['localhost', 'a name'],
  ['0x7f.1', 'no address as sockets have it'],
  ['2130706433', 'no address as sockets have it'],
  ['127.1', 'no address as sockets have it'],
]

test.each(special)('%s (%s) is not on the public internet @reach-1', (address) => {
  expect(isPublicAddress(address)).toBe(false)
  expect(mayConnect(address, 'public')).toBe(false)
})

// prettier-ignore
const ordinary = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '100.128.0.1', '172.32.0.1', '192.0.1.1', '198.20.0.1', '223.255.255.255', '::ffff:8.8.8.8', '2001:200::1', '2001:4860:4860::8888', '2606:4700::1111', '2a00:1450:4001::200e', '3ffe::1']

test.each(ordinary)('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('in development this machine is also allowed, and nothing else; to an operator every address is', () => {
  const within = (reach: 'loopback' | 'any') =>
    ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', '::127.0.0.1', 'fe80::1'].map(
      (address) => mayConnect(address, reach),
    )
  expect(within('loopback')).toEqual([true, true, true, true, false, false, false, false])
  expect(within('any').every(Boolean)).toBe(true)
})
