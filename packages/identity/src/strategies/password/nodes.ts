import type { Message, UiNode } from '@gatehouse/contract/flows'

import { passwordLabel } from '../../messages/labels.ts'
import { inputNode, submitNode } from '../../nodes/node.ts'

/** Returns a password field and its button. */
export function passwordNodes(autocomplete: 'current-password' | 'new-password', submitLabel: Message): UiNode[] {
  return [
    inputNode('password', 'password', 'password', { required: true, autocomplete }, passwordLabel()),
    submitNode('password', 'method', 'password', submitLabel),
  ]
}
