import { isInputNode } from '@gatehouse/contract/flows'

import type { StoredFlow } from '../model/flow.ts'
import type { FlowStore } from '../ports/flow-store.ts'

/** A flow for developers: without its browser binding and its details. Nothing in it gives access. */
export type InspectedFlow = Omit<StoredFlow, 'csrfHash' | 'details'>

const hidden: ReadonlySet<string> = new Set(['csrf_token', 'password'])

/** Reads a flow by its id, without the hashes and secrets that it is bound to. */
export async function inspectFlow(flows: FlowStore, id: string): Promise<InspectedFlow | undefined> {
  const flow = await flows.find(id.toLowerCase())
  if (!flow) return undefined
  const { kind, type, state, active, requestUrl, returnTo, issuedAt, expiresAt, updatedAt, identityId } = flow
  const nodes = flow.nodes.filter((node) => !isInputNode(node) || !hidden.has(node.attributes.name))
  const shown = { id: flow.id, kind, type, state, active, requestUrl, returnTo, issuedAt, expiresAt, updatedAt }
  return { ...shown, identityId, nodes, messages: flow.messages }
}
