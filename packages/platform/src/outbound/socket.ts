import { connect, type Socket } from 'node:net'

import type { OutboundPurpose } from './connections.ts'
import { OutboundFault, outboundFault } from './fault.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { addressOf, mayConnect, type Reach } from './reach.ts'

/** The target of a plain connection. */
export interface SocketOptions {
  readonly purpose: OutboundPurpose
  readonly host: string
  readonly port: number
  readonly reach: Reach
  /** The connection timeout, in milliseconds. */
  readonly timeoutMs: number
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve
}

/** Connects a socket, for libraries of protocols other than HTTP. Rejects with an `OutboundFault`. */
export function connectSocket({ host, port, reach, timeoutMs, resolve }: SocketOptions): Promise<Socket> {
  const address = addressOf({ hostname: host })
  if (address !== undefined && !mayConnect(address, reach)) return Promise.reject(new OutboundFault('private_address'))
  return new Promise((done, fail) => {
    const socket = connect({ host: address ?? host, port, lookup: guardedLookup(reach, resolve) })
    const timer = setTimeout(() => socket.destroy(new OutboundFault('timeout')), timeoutMs)
    const onError = (error: Error) => {
      clearTimeout(timer)
      fail(outboundFault(error))
    }
    socket.once('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', onError)
      done(socket)
    })
  })
}
