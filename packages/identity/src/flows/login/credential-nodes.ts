import { isInputNode, type UiNode } from '@gatehouse/contract/flows'

import { putNodes } from '../../nodes/change.ts'
import { csrfNode } from '../../nodes/node.ts'
import { knownIdentifier } from './known-identifier.ts'

/** What one strategy has for a person. */
export interface Offer {
  readonly id: string
  readonly nodes: readonly UiNode[]
}

/**
 * The second screen of identifier-first: the first one goes on without the question who it is, and what this person
 * has comes after it.
 */
export function credentialNodes(screen: readonly UiNode[], identifier: string, offers: readonly Offer[]): UiNode[] {
  const providers = offers.find(({ id }) => id === 'oidc')?.nodes ?? []
  const others = offers.flatMap(({ id, nodes }) => (id === 'oidc' ? [] : nodes))
  const carried = screen.filter(isSuggestion)
  return putNodes([knownIdentifier(screen, identifier), ...providers, csrfNode(), ...carried], others)
}

/** What lets a browser suggest passkeys while somebody types. */
function isSuggestion(node: UiNode): boolean {
  return node.type === 'script' || (node.group === 'passkey' && isInputNode(node) && node.attributes.type === 'hidden')
}
