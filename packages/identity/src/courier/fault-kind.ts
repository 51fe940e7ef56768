import type { DeliveryFaultKind } from '@gatehouse/contract/identities'
import { outboundKindOf } from '@gatehouse/platform/outbound'

import { mailFaultTexts as mail } from './mail-fault.ts'

/** The stored reason of a message that expired before its carrier accepted messages again. */
export const ranOut = 'the code or the link ran out while the message waited; the recipient has to ask again'

/** TABLE: the kind of each stored failure text. Numbers of the other side's answer may follow. */
const kinds: Readonly<Record<DeliveryFaultKind, readonly string[]>> = {
  connection: [mail.ECONNECTION],
  timeout: [mail.ETIMEDOUT],
  tls: [mail.ETLS],
  sign_in: [mail.EAUTH, 'the service answered 401', 'the service answered 407'],
  recipient: [mail.EENVELOPE],
  expired: [ranOut],
}

/** Returns the kind of a failure by its stored text; nothing: the text is the best description. */
export function faultKindOf(text: string | undefined): DeliveryFaultKind | undefined {
  if (text === undefined) return undefined
  const found = Object.entries(kinds).find(([, texts]) =>
    texts.some((one) => text === one || text.startsWith(`${one} (`)),
  )
  return (found?.[0] as DeliveryFaultKind | undefined) ?? outboundKindOf(text)
}
