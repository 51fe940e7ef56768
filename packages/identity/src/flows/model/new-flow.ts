import { randomUUID } from 'node:crypto'

import type { FlowKind, FlowType, Message, UiNode } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { FlowDetails, StoredFlow } from './flow.ts'

/** The input for a new flow. */
export interface NewFlow {
  readonly kind: FlowKind
  readonly type: FlowType
  readonly state: string
  readonly requestUrl: string
  readonly returnTo: string | undefined
  /** The browser it is bound to; absent for native flows and those of administrators. */
  readonly secret: CsrfSecret | undefined
  readonly nodes: readonly UiNode[]
  readonly messages?: readonly Message[]
  readonly active?: string
  readonly identityId?: string
  readonly details?: FlowDetails
  /** Milliseconds; the kind's own by default. */
  readonly lifespanMs?: number
  readonly now: number
}

/** Creates a flow, not stored yet. A browser flow without a browser is a bug: its submissions could not be checked. */
export function newFlow({ config }: Pick<FlowContext, 'config'>, request: NewFlow): StoredFlow {
  const { kind, type, secret, now } = request
  const { adminCreated, testLogin } = request.details ?? {}
  if (type === 'browser' && !secret && !adminCreated && testLogin?.token === undefined)
    throw new Error('the flow is bound to no browser')
  return {
    id: randomUUID(),
    kind,
    type,
    state: request.state,
    active: request.active,
    requestUrl: request.requestUrl,
    returnTo: request.returnTo,
    issuedAt: now,
    expiresAt: now + (request.lifespanMs ?? config.selfservice.flows[kind].lifespanMs),
    updatedAt: now,
    csrfHash: type === 'browser' ? secret?.hash : undefined,
    identityId: request.identityId,
    nodes: request.nodes,
    messages: request.messages ?? [],
    details: request.details ?? {},
  }
}
