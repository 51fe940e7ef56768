import { labelled, type AttackRequest } from './attack-request.ts'

/** Returns so many IPv4 addresses of the network for measurements (RFC 2544); no more than 64,000. */
export function ipv4Addresses(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`)
}

/** Returns so many IPv6 addresses of one /64, the network of a single subscriber. */
export function ipv6AddressesOfOneNetwork(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, index) => `2001:db8:7:1:${hex(index)}:${hex(index * 31)}:0:${hex(index + 1)}`,
  )
}

/** Returns one IPv6 address of each of so many /64 networks. */
export function ipv6AddressesOfManyNetworks(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `2001:db8:8:${hex(index)}::1`)
}

/** Returns the request as the gateway passes it on for a visitor at this address. */
export function fromAddress(request: AttackRequest, address: string): AttackRequest {
  return labelled({ ...request, headers: { ...request.headers, 'x-forwarded-for': address } }, `from ${address}`)
}

/** Returns the request from each of the addresses. */
export function fromAddresses(request: AttackRequest, addresses: readonly string[]): readonly AttackRequest[] {
  return addresses.map((address) => fromAddress(request, address))
}

/**
 * Returns the request with a claimed client address, in every header that proxies use for that. For targets that read
 * the socket's address, or trust a proxy: no claim may count.
 */
export function claimingAddress(request: AttackRequest, claimed: string): readonly AttackRequest[] {
  return forwardingHeaders.map(([name, value]) =>
    labelled({ ...request, headers: { ...request.headers, [name]: value(claimed) } }, `${name}: ${value(claimed)}`),
  )
}

const plain = (address: string): string => address

const forwardingHeaders: readonly (readonly [name: string, value: (address: string) => string])[] = [
  ['x-forwarded-for', plain],
  ['x-forwarded-for', (address) => `${address}, 203.0.113.9`],
  ['forwarded', (address) => `for="${address.includes(':') ? `[${address}]` : address}"`],
  ['x-real-ip', plain],
  ['x-client-ip', plain],
  ['true-client-ip', plain],
  ['cf-connecting-ip', plain],
]

function hex(value: number): string {
  return (value % 0x1_00_00).toString(16)
}
