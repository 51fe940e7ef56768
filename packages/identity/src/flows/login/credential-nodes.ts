import { isInputNode, type UiNode } from '@gatehouse/contract/flows'

import { putNodes } from '../../nodes/change.ts'
import { csrfNode } from '../../nodes/node.ts'
import type { MethodNames } from '../ports/method-names.ts'
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
export function credentialNodes(
  screen: readonly UiNode[],
  identifier: string,
  offers: readonly Offer[],
  names: MethodNames,
): UiNode[] {
  const providers = offers.find(({ id }) => id === names.linking)?.nodes ?? []
  const others = offers.flatMap(({ id, nodes }) => (id === names.linking ? [] : nodes))
  const carried = screen.filter((node) => isSuggestion(node, names))
  return putNodes([knownIdentifier(screen, identifier, names), ...providers, csrfNode(), ...carried], others)
}

/** Nodes that let a browser suggest passkeys while a person types. */
function isSuggestion(node: UiNode, { suggesting }: MethodNames): boolean {
  return (
    node.type === 'script' ||
    (suggesting.includes(node.group) && isInputNode(node) && node.attributes.type === 'hidden')
  )
}
