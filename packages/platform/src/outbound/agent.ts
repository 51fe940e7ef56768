import { Agent, buildConnector } from 'undici'

import { OutboundFault } from './fault.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { addressOf, mayConnect, type Reach } from './reach.ts'

/** What decides over connections. */
export interface AgentOptions {
  readonly reach: Reach
  /** Whether connections are kept for further requests. Kept ones were checked when they were made. */
  readonly keepsConnections: boolean
  /** How many connections to one origin are open at once; further requests wait. No limit by default. */
  readonly mostConnections?: number
  /** How long connecting may take, in milliseconds. */
  readonly connectMs: number
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string | undefined
  /** Stands in for the system's resolver. */
  readonly resolve?: Resolve | undefined
}

/** An undici agent whose every connection is checked when it is made, after its name was looked up. */
export function createGuardedAgent(options: AgentOptions): Agent {
  const { reach, keepsConnections, mostConnections = null, connectMs, ca, resolve } = options
  const connect = buildConnector({
    timeout: connectMs,
    allowH2: false,
    ...(ca !== undefined && { ca }),
    lookup: guardedLookup(reach, resolve),
  })
  return new Agent({
    // 0: each request has a connection of its own.
    pipelining: keepsConnections ? 1 : 0,
    connections: mostConnections,
    connect: (options, callback) => {
      // Sockets look up names only; a host that is an address would pass by.
      const address = addressOf({ hostname: options.hostname })
      if (address !== undefined && !mayConnect(address, reach)) {
        return callback(new OutboundFault('private_address'), null)
      }
      return connect(options, callback)
    },
  })
}
