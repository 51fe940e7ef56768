import type { UiNode } from '@gatehouse/contract/flows'

import { findField } from '../../nodes/change.ts'
import type { MethodNames } from '../ports/method-names.ts'
import { inputNode } from '../../nodes/node.ts'

/** Returns the identifier as a hidden field with its label, so that the page can show who signs in. */
export function knownIdentifier(nodes: readonly UiNode[], identifier: string, { finding }: MethodNames): UiNode {
  const present = findField(nodes, 'identifier') ?? inputNode(finding, 'identifier', 'hidden')
  return { ...present, attributes: { ...present.attributes, type: 'hidden', value: identifier }, messages: [] }
}
