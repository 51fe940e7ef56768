import type { UiNode } from '@gatehouse/contract/flows'

import { continueLabel, emailLabel } from '../../messages/labels.ts'
import { csrfNode, inputNode, submitNode } from '../../nodes/node.ts'

/** Returns the field for the address of a link, or the address that it was sent to. */
export function linkNodes(address?: string): UiNode[] {
  const options = { required: true, ...(address !== undefined && { value: address }) }
  return [
    csrfNode(),
    inputNode('link', 'email', 'email', options, emailLabel()),
    submitNode('link', 'method', 'link', continueLabel()),
  ]
}
