import type { UiNode } from '@gatehouse/contract/flows'

/** Begins the id of the text of an address that waits for its proof. */
export const waitingPrefix = 'waiting_address_'
/** The buttons of a waiting address: send another message, discard it. */
export const waitingButtons: readonly string[] = ['resend_address', 'discard_address']

/** Whether a node is about an address that waits for its proof. */
export function isAboutWaiting({ attributes }: UiNode): boolean {
  if (attributes.node_type === 'input') return waitingButtons.includes(attributes.name)
  return attributes.node_type === 'text' && attributes.id.startsWith(waitingPrefix)
}
