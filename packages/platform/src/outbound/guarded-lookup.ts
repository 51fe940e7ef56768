import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { OutboundFault } from './fault.ts'
import { mayConnect } from './reach.ts'
import type { Reach } from './reach.ts'

/** Resolves a name to all its addresses. The default is the system's resolver. */
export type Resolve = (
  hostname: string,
  callback: (
    error: NodeJS.ErrnoException | null,
    addresses: readonly { readonly address: string; readonly family: number }[],
  ) => void,
) => void

const resolveBySystem: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * A look-up for sockets. The addresses that are checked are the ones that are connected to: a name that answers
 * differently a moment later gains nothing. One private address among several is reason enough to refuse.
 */
export function guardedLookup(reach: Reach, resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new OutboundFault('unknown_name'), [])
      if (!addresses.every(({ address }) => mayConnect(address, reach))) {
        return callback(new OutboundFault('private_address'), [])
      }
      return options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family)
    })
  }
}
