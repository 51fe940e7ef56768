import type { AccountRule } from '@gatehouse/contract/account'
import type { Message } from '@gatehouse/contract/flows'

import { generic } from './validation.ts'

/**
 * A reason that the wire has no message of its own for. It says beside it which rule of ours it is, so that pages can
 * say it in other languages.
 */
export function withRule(rule: AccountRule, reason: string): Message {
  return marked(rule, generic(reason))
}

/** A message with the rule that stands behind it. */
export function marked(rule: AccountRule, said: Message): Message {
  return { ...said, context: { ...said.context, account_rule: rule } }
}

/** Said where a second factor is added to an account without a proved address. */
export const proveAddressFirst = (): Message =>
  withRule('prove_address_first', 'Please confirm your address first. Then you can add a second factor.')
