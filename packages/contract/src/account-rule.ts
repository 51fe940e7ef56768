/**
 * A rule of ours that stands behind a message, as `context.account_rule`. Not of the wire, which has a reason in English
 * for it: the embedded service says beside it which one.
 */
export type AccountRule = (typeof accountRules)[number]
/** The pages have a text for each, in every language. */
export const accountRules = [
  'verify_while_signed_in',
  'earlier_access_removed',
  'proof_without_session',
  'address_waits',
  'address_not_waiting',
  'discard_address',
  'too_many_codes',
  'too_many_tries',
  'last_sign_in_method',
  'key_not_proved',
] as const

/** The rule that a message's context names, if it is one we know. */
export function accountRuleOf(value: unknown): AccountRule | undefined {
  return accountRules.find((rule) => rule === value)
}

/** Why a code is no longer compared: of one that was mistyped too often a new one has to be sent. */
export const tooManyCodes = 'Too many wrong codes were entered. Please ask for a new code and use that one.'

/** The rule behind a reason that the wire has, too: nothing may stand beside it there, so it is known by its text. */
export function accountRuleOfReason(reason: unknown): AccountRule | undefined {
  return reason === tooManyCodes ? 'too_many_codes' : undefined
}
