import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { createFairQueue, QueueFullError } from '../fair-queue.ts'
import { OutboundFault } from './fault.ts'
import { mayConnect, type Reach } from './reach.ts'

type Addresses = readonly { readonly address: string; readonly family: number }[]

/** Resolves a name to all its addresses. The default is the system's resolver. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: Addresses) => void,
) => void

const resolveBySystem: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * libuv resolves two names at a time, and a name with a silent server blocks it for ten seconds. Each agent resolves
 * one name at a time, so that the names of one hook cannot block all other connections.
 */
const lookups = createFairQueue({ slots: 2, slotsOfLane: 1, waitingOfLane: 1_000, timeoutMs: 30_000 })

/**
 * Returns a lookup for sockets. The checked addresses are those that are connected to: a name that resolves differently
 * a moment later gains nothing. One private address among several is enough for a refusal.
 */
export function guardedLookup(reach: Reach, resolve: Resolve = resolveBySystem): LookupFunction {
  const lane = lookups.lane()
  return (hostname, options, callback) => {
    const answered = (error: NodeJS.ErrnoException | null, addresses: Addresses = []) => {
      const [first] = addresses
      if (error || !first) return callback(error ?? new OutboundFault('unknown_name'), [])
      if (!addresses.every(({ address }) => mayConnect(address, reach))) {
        return callback(new OutboundFault('private_address'), [])
      }
      return options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family)
    }
    const ask = () => new Promise<Parameters<typeof answered>>((done) => resolve(hostname, (...answer) => done(answer)))
    lane(ask).then(
      (answer) => answered(...answer),
      (error: unknown) => answered(error instanceof QueueFullError ? new OutboundFault('timeout') : asError(error)),
    )
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
