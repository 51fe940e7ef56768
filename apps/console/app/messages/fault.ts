import { type CourierMessage, type DeliveryFaultKind, deliveryFaultKinds } from '@gatehouse/contract/identities'
import { oneOf } from '@gatehouse/i18n/translator'
import { isTree } from '../configuration/config-tree.ts'

/** The reason why a message was not delivered. */
export interface Fault {
  /** As the identity service says it, in English; empty: it says nothing. */
  readonly text: string
  /** Has a sentence of the console's own: `message.fault_<kind>`. */
  readonly kind: DeliveryFaultKind | undefined
}

type Dispatch = NonNullable<CourierMessage['dispatches']>[number]

/** The failure of one attempt. */
export function faultOf(error: Dispatch['error']): Fault {
  if (!isTree(error)) return { text: '', kind: undefined }
  const { message, reason, kind } = error
  const text = [message, reason].filter((part) => typeof part === 'string').join(': ')
  return { text, kind: oneOf(deliveryFaultKinds, kind) }
}
