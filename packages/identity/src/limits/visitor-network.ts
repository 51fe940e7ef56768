import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Returns the network that counts as one visitor: an IPv4 address, or the /64 network that an IPv6 visitor has alone.
 * `undefined` if none is known, and for this machine: its requests come from a proxy that does not name the visitor,
 * and one visitor's failures must not lock out all of them.
 */
export function visitorNetwork(headers: Headers): string | undefined {
  const address = headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim() ?? ''
  const family = isIP(address)
  if (family === 0 || loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')) return undefined
  return family === 4 ? address : networkOf(address)
}

// URLs write every IPv6 address in one form, with at most one gap.
function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  const { hostname } = new URL(`http://[${plain}]/`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const gap = hostname.includes('::') ? Array<string>(8 - before.length - after.length).fill('0') : []
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`
}
