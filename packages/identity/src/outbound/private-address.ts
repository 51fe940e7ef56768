import { BlockList, isIP } from 'node:net'

const ranges = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  ranges.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  ranges.addSubnet(network, bits, 'ipv6')
}

/** True for addresses of this machine and of networks that are not the public internet; anything odd counts as such. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family === 0 || ranges.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
