import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/**
 * The addresses to which a connection may be made. `public`: the public internet. `loopback`: this machine as well, for
 * development. `any`: every address that the operator of this machine configured.
 */
export type Reach = 'public' | 'loopback' | 'any'

/** The only block that is assigned to global unicast (IANA, IPv6 Address Space): the rest is unassigned or special. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns true only for global unicast addresses (IANA special-purpose registries of IPv4 and IPv6). An IPv6 address
 * that embeds an IPv4 one is excluded, whichever one it is: NAT64, 6to4, Teredo, IPv4-compatible and ISATAP route into
 * networks that only the router in between knows. An IPv4-mapped address is treated as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address)
  if (parsed === undefined || parsed.range() !== 'unicast') return false
  return !(parsed instanceof ipaddr.IPv6) || (parsed.match(globalUnicast) && !isIsatap(parsed))
}

/** Returns whether a connection to an address may be made. A text that is no address is refused. */
export function mayConnect(address: string, reach: Reach): boolean {
  if (reach === 'any' || isPublicAddress(address)) return true
  return reach === 'loopback' && parse(address)?.range() === 'loopback'
}

/** The host of a URL if it is an address, without the brackets of IPv6. */
export function addressOf({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? undefined : host
}

// URLs write IPv6 in hexadecimal: ipaddr.js treats the dotted form `::127.0.0.1` as an IPv4-mapped address.
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const family = isIP(address)
  if (family === 4) return ipaddr.IPv4.parse(address)
  const hexadecimal = family === 6 ? URL.parse(`http://[${address}]`)?.hostname : undefined
  return hexadecimal === undefined ? undefined : ipaddr.process(hexadecimal.replace(/^\[|\]$/g, ''))
}

// RFC 5214, 6.1: interface identifiers of the form 0000:5efe or 0200:5efe and an IPv4 address.
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}
