import { isInputNode, type FlowByKind, type FlowKind, type InputNode, type UiNode } from '@gatehouse/contract/flows'
import { ask } from '../request/ask.server.ts'
import type { PageRequest } from '../request/page-request.ts'
import { keepTyped } from './form/keep-typed.ts'

const field = 'identifier'

/**
 * Who confirms that it is them need not type who they are. Ory Kratos 1.3 leaves that field open and empty where people
 * may sign in with codes; here it holds the address of who is signed in.
 */
export async function withOwnSignInName<K extends FlowKind>(
  page: PageRequest,
  flow: FlowByKind[K],
): Promise<FlowByKind[K]> {
  const isConfirmation = 'refresh' in flow && flow.refresh && flow.requested_aal === 'aal1'
  if (!isConfirmation || !flow.ui.nodes.some(isOpen)) return flow
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  const identity = answer.kind === 'ok' ? answer.body.identity : null
  const address = (identity?.verifiable_addresses ?? identity?.recovery_addresses ?? [])[0]
  return address === undefined ? flow : keepTyped(flow, new URLSearchParams({ [field]: address.value }))
}

function isOpen(node: UiNode): node is InputNode {
  if (!isInputNode(node)) return false
  const { name, type, value } = node.attributes
  return name === field && type !== 'hidden' && (value === undefined || value === null || value === '')
}
