import type { UiNode } from '@gatehouse/contract/flows'

import { findField } from '../../nodes/change.ts'
import { inputNode } from '../../nodes/node.ts'

/** The identifier rides along, with its label, so that the page can show who signs in. */
export function knownIdentifier(nodes: readonly UiNode[], identifier: string): UiNode {
  const present = findField(nodes, 'identifier') ?? inputNode('identifier_first', 'identifier', 'hidden')
  return { ...present, attributes: { ...present.attributes, type: 'hidden', value: identifier }, messages: [] }
}
