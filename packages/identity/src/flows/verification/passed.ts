import type { Message } from '@gatehouse/contract/flows'

import { continueLabel } from '../../messages/labels.ts'
import { anchorNode, csrfNode } from '../../nodes/node.ts'
import type { StoredFlow } from '../model/flow.ts'
import { followVerification } from './open.ts'

/** Returns the changes of a verification whose address is proved: it says so, and links to `onward`. */
export function passedVerification(
  fresh: StoredFlow,
  group: string,
  onward: string,
  message: Message,
): Partial<StoredFlow> {
  return {
    state: followVerification(fresh.state, 'passed'),
    nodes: [csrfNode(), anchorNode(group, 'continue', onward, continueLabel())],
    messages: [message],
  }
}
