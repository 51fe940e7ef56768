/**
 * One of our own rules behind a message, as `context.account_rule`. Not of the wire, which has a reason in English for
 * it: the embedded service adds the rule.
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
] as const

/**
 * Returns the rule that a message's context names, if it is known: of a message that was put into words, as
 * `accountRuleIn` found it.
 */
export function accountRuleOf(value: unknown): AccountRule | undefined {
  return accountRules.find((rule) => rule === value)
}

/** Why a code is no longer compared: of one that was mistyped too often a new one has to be sent. */
export const tooManyCodes = 'Too many wrong codes were entered. Please ask for a new code and use that one.'

/** The message for a first proof of an address that removed the account's earlier sign-in methods. */
export const earlierAccessRemoved =
  'Thank you, your address is verified. No one was signed in to the account here, so passwords, passkeys and devices that were signed in before no longer work. Recover the account to choose a new password.'

/** The text after "a code or link was sent" if its proof would remove the account's sign-in methods. */
export const proofWithoutSession =
  'You are not signed in here: if this address is verified for the first time, passwords and other sign-in methods from before are removed, and you have to choose a new password. To keep them, sign in first, or verify the address in the browser where you signed up.'

/**
 * Returns our own rule behind a message, if it is one. The context of a message may hold nothing beyond that of Ory
 * Kratos, so the text identifies such a rule.
 */
export function accountRuleIn({
  text,
  context = {},
}: {
  readonly text: string
  readonly context?: Readonly<Record<string, unknown>> | undefined
}): AccountRule | undefined {
  if (context['reason'] === tooManyCodes) return 'too_many_codes'
  if (text === earlierAccessRemoved) return 'earlier_access_removed'
  if (text.endsWith(proofWithoutSession)) return 'proof_without_session'
  return accountRuleOf(context['account_rule'])
}
