import type { FlowKind, FlowType } from '@gatehouse/contract/flow'
import type { Message } from '@gatehouse/contract/messages'
import { isInputNode } from '@gatehouse/contract/node'
import type { UiNode } from '@gatehouse/contract/node'

import type { FlowStore } from '../ports/flow-store.ts'

/** A flow for a developer to look at. Times are Unix milliseconds. Nothing in it opens a door. */
export interface InspectedFlow {
  readonly id: string
  readonly kind: FlowKind
  readonly type: FlowType
  readonly state: string
  readonly active: string | undefined
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly issuedAt: number
  readonly expiresAt: number
  readonly updatedAt: number
  readonly identityId: string | undefined
  readonly nodes: readonly UiNode[]
  readonly messages: readonly Message[]
}

const hidden: ReadonlySet<string> = new Set(['csrf_token', 'password'])

/** Reads a flow by its id, without the hashes and secrets that it is bound to. */
export function inspectFlow(flows: FlowStore, id: string): InspectedFlow | undefined {
  const flow = flows.find(id.toLowerCase())
  if (!flow) return undefined
  const { kind, type, state, active, requestUrl, returnTo, issuedAt, expiresAt, updatedAt, identityId } = flow
  const nodes = flow.nodes.filter((node) => !isInputNode(node) || !hidden.has(node.attributes.name))
  const shown = { id: flow.id, kind, type, state, active, requestUrl, returnTo, issuedAt, expiresAt, updatedAt }
  return { ...shown, identityId, nodes, messages: flow.messages }
}
