import { type AccountRule, tooManyCodes } from '@gatehouse/contract/account'
import type { Message } from '@gatehouse/contract/flows'

import { generic } from './validation.ts'

/**
 * A reason that the wire has no message of its own for. It says beside it which rule of ours it is, so that pages can
 * say it in other languages.
 */
export function withRule(rule: AccountRule, reason: string): Message {
  return marked(rule, generic(reason))
}

/** `tooManyCodes`, said to a person. */
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

/** Said where the last sign-in method of an account is to be removed. */
export const lastSignInMethod = (): Message =>
  withRule(
    'last_sign_in_method',
    'This is the last sign-in method of your account. Add another one before you remove it.',
  )

/** A message with the rule that stands behind it. */
export function marked(rule: AccountRule, said: Message): Message {
  return { ...said, context: { ...said.context, account_rule: rule } }
}
