import { createOutbound, outboundFetch } from '@gatehouse/platform/outbound'

import { reachOfServices } from './reach.ts'

/** Creates the fetch of the flows, for sign-in providers and the register of leaked passwords. */
export function fetchOfFlows(outbound: Parameters<typeof reachOfServices>[0]): typeof globalThis.fetch {
  const limits = { timeoutMs: 10_000, mostBytes: 1024 * 1024 }
  return outboundFetch(createOutbound({ purpose: 'flow_services', reachOf: reachOfServices(outbound), ...limits }))
}
