import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/** The names of networks in settings. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Returns the networks of a setting's word: an address, a network such as `10.1.0.0/16`, `loopback` or `private`.
 * `undefined` if the word is invalid.
 */
export function networksOf(word: string): readonly string[] | undefined {
  if (Object.hasOwn(named, word)) return named[word]
  const [address = '', bits, ...more] = word.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return undefined
  const most = family === 4 ? 32 : 128
  if (bits === undefined) return [`${address}/${most}`]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [word] : undefined
}

/** Returns a matcher of addresses in the given networks. An IPv4-mapped address is treated as the IPv4 address. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network))
  return (address) => {
    if (isIP(address) === 0) return false
    const parsed = ipaddr.process(address)
    return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}
