import type { Message, UiNode } from '@gatehouse/contract/flows'

import { continueLabel, emailLabel, emailOrPhoneLabel, resendCodeLabel } from '../../messages/labels.ts'
import { hiddenNode, inputNode, submitNode } from '../../nodes/node.ts'

/** Returns the field for a code and its button, in the wire's order. */
export function codeFieldNodes(label: Message): UiNode[] {
  return [
    hiddenNode('code', 'method', 'code'),
    inputNode('code', 'code', 'text', { required: true }, label),
    submitNode('code', 'method', 'code', continueLabel()),
  ]
}

/** Returns the button that sends a new code, in flows that name it `resend`. */
export function resendNode(): UiNode {
  return submitNode('code', 'resend', 'code', resendCodeLabel())
}

/** Returns the button that sends a new code, in flows that repeat the address. */
export function resendToNode(address: string): UiNode {
  return submitNode('code', 'email', address, resendCodeLabel())
}

/** Returns the field for the address of a code. `text`: it may be a phone number. */
export function addressNodes(type: 'email' | 'text' = 'email'): UiNode[] {
  return [
    inputNode('code', 'email', type, { required: true }, type === 'email' ? emailLabel() : emailOrPhoneLabel()),
    submitNode('code', 'method', 'code', continueLabel()),
  ]
}
