import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Resolves a name to all its addresses. The default is the system's resolver. */
export type Resolve = (
  hostname: string,
  callback: (
    error: NodeJS.ErrnoException | null,
    addresses: readonly { readonly address: string; readonly family: number }[],
  ) => void,
) => void

/** The target is on this machine or in a network that is not the public internet. */
export class PrivateTargetError extends Error {
  constructor() {
    super('the address is not on the public internet; nothing was sent')
  }
}

/** Which addresses may be connected to. `loopback`: this machine as well, for development. */
export type Reach = 'public' | 'loopback'

/**
 * True for addresses of the public internet alone: private, link-local (and with it every cloud's metadata service),
 * shared, reserved and multicast ranges are out, and so are IPv6 addresses that carry an IPv4 one.
 */
export function mayConnect(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address)) return false
  const range = ipaddr.process(address).range()
  return range === 'unicast' || (reach === 'loopback' && range === 'loopback')
}

/** The host of a URL if it is an address, without the brackets of IPv6. */
export function addressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? undefined : host
}

const resolveBySystem: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * A look-up for sockets. The addresses that are checked are the ones that are connected to: a name that answers
 * otherwise a moment later gains nothing. One private address among several is reason enough to refuse.
 */
export function guardedLookup(reach: Reach, resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('the name has no address'), [])
      if (!addresses.every(({ address }) => mayConnect(address, reach))) return callback(new PrivateTargetError(), [])
      return options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family)
    })
  }
}
