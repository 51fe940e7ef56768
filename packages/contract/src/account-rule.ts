/**
 * A rule of ours that stands behind a message, as `context.account_rule`. Not of the wire, which has a reason in English
 * for it: the embedded service says beside it which one.
 */
export type AccountRule = (typeof accountRules)[number]
/** The pages have a text for each, in every language. */
export const accountRules = [
  'prove_address_first',
  'verify_while_signed_in',
  'earlier_access_removed',
  'proof_without_session',
  'address_waits',
  'address_not_waiting',
  'discard_address',
] as const

/** The rule that a message's context names, if it is one we know. */
export function accountRuleOf(value: unknown): AccountRule | undefined {
  return accountRules.find((rule) => rule === value)
}
