/**
 * All outbound connections of the process: calls, fetch, agents and sockets behind one address guard, and signatures.
 */
export { createOutbound, type OutboundAnswer, type OutboundRequest } from '../outbound/call.ts'
export { outboundConnections, type OutboundPurpose } from '../outbound/connections.ts'
export { createExchange, type ExchangeFailure, type ExchangeTimeouts } from '../outbound/exchange.ts'
export {
  OutboundFault,
  outboundFault,
  outboundKindOf,
  outboundReasons,
  type OutboundReason,
} from '../outbound/fault.ts'
export type { Resolve } from '../outbound/guarded-lookup.ts'
export { GuardedHttpsAgent } from '../outbound/node-agent.ts'
export { tracedFetch } from '../outbound/traced-fetch.ts'
export { outboundFetch } from '../outbound/outbound-fetch.ts'
export { addressOf, mayConnect, type Reach } from '../outbound/reach.ts'
export { connectSocket } from '../outbound/socket.ts'
export { webhookSignature, type SignedMessage } from '../webhook-signature.ts'
