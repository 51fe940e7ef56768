import { Agent, type AgentOptions } from 'node:https'

import type { OutboundPurpose } from './connections.ts'
import { OutboundFault } from './fault.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { addressOf, mayConnect, type Reach } from './reach.ts'

/** The options of a guarded agent. `resolve` replaces the system's resolver. */
export interface GuardedAgentOptions extends AgentOptions {
  readonly purpose: OutboundPurpose
  readonly reach: Reach
  readonly resolve?: Resolve | undefined
}

/** A guarded https agent of Node, for libraries with their own client that accept an agent. */
export class GuardedHttpsAgent extends Agent {
  readonly #reach: Reach
  constructor({ reach, resolve, ...options }: GuardedAgentOptions) {
    super({ ...options, lookup: guardedLookup(reach, resolve) })
    this.#reach = reach
  }

  override createConnection(...[options, callback]: Parameters<Agent['createConnection']>) {
    const { host } = options
    const address = addressOf({ hostname: host ?? '' })
    // Sockets call the resolver only for names; a host that is an address would bypass it.
    if (address !== undefined && !mayConnect(address, this.#reach)) throw new OutboundFault('private_address')
    return super.createConnection(options, callback)
  }
}
