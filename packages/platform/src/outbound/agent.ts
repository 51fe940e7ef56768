import { Agent, buildConnector } from 'undici'

import { OutboundFault } from './fault.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { addressOf, mayConnect, type Reach } from './reach.ts'

/** The options of connections. */
export interface AgentOptions {
  readonly reach: Reach
  /** Whether connections are reused for further requests. Their addresses were checked when they were opened. */
  readonly keepsConnections: boolean
  /** The maximum number of open connections to one origin; further requests wait. No limit by default. */
  readonly mostConnections?: number
  /** The connection timeout, in milliseconds. */
  readonly connectMs: number
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string | undefined
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve | undefined
}

/** Creates an undici agent that checks every connection when it is opened, after its name was resolved. */
export function createGuardedAgent(options: AgentOptions): Agent {
  const { reach, keepsConnections, mostConnections = null, connectMs, ca, resolve } = options
  const connect = buildConnector({
    timeout: connectMs,
    allowH2: false,
    ...(ca !== undefined && { ca }),
    lookup: guardedLookup(reach, resolve),
  })
  return new Agent({
    // 0: each request opens a new connection.
    pipelining: keepsConnections ? 1 : 0,
    connections: mostConnections,
    connect: (options, callback) => {
      // Sockets call the resolver only for names; a host that is an address would bypass it.
      const address = addressOf({ hostname: options.hostname })
      if (address !== undefined && !mayConnect(address, reach)) {
        return callback(new OutboundFault('private_address'), null)
      }
      return connect(options, callback)
    },
  })
}
