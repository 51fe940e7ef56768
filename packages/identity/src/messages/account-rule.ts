import { type AccountRule, tooManyCodes } from '@gatehouse/contract/account'
import type { Message } from '@gatehouse/contract/flows'

import { generic } from './validation.ts'

/**
 * Returns a reason for which the wire has no message. Its context names the rule, so that pages can translate it.
 */
export function withRule(rule: AccountRule, reason: string): Message {
  return marked(rule, generic(reason))
}

/** The message `tooManyCodes` for people. */
export const tooManyCodesEntered = (): Message => generic(tooManyCodes)
/** `waitMs`: until the next try counts. */
export const tooManyTries = (waitMs: number): Message => {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  const said = withRule(
    'too_many_tries',
    `Too many wrong codes were entered. Please wait ${minutes} min and try again.`,
  )
  return { ...said, context: { ...said.context, minutes } }
}

/** The message about removing the last sign-in method of an account. */
export const lastSignInMethod = (): Message =>
  withRule(
    'last_sign_in_method',
    'This is the last sign-in method of your account. Add another one before you remove it.',
  )

/** Returns a message with its rule. */
export function marked(rule: AccountRule, said: Message): Message {
  return { ...said, context: { ...said.context, account_rule: rule } }
}
