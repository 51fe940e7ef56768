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
] as const

/** The rule that a message's context names, if it is one we know: of one that was put into words, as `accountRuleIn` found it. */
export function accountRuleOf(value: unknown): AccountRule | undefined {
  return accountRules.find((rule) => rule === value)
}

/** Why a code is no longer compared: of one that was mistyped too often a new one has to be sent. */
export const tooManyCodes = 'Too many wrong codes were entered. Please ask for a new code and use that one.'

/** Said where the first proof of an address took away what the account had before. */
export const earlierAccessRemoved =
  'Thank you, your address is verified. No one was signed in to the account here, so passwords, passkeys and devices that were signed in before no longer work. Recover the account to choose a new password.'

/** Said behind the message that a code or link was sent, where its proof would take away what the account has. */
export const proofWithoutSession =
  'You are not signed in here: if this address is verified for the first time, passwords and other sign-in methods from before are removed, and you have to choose a new password. To keep them, sign in first, or verify the address in the browser where you signed up.'

/**
 * The rule of ours behind a message, if it is one. Beside what Ory Kratos says as well nothing may stand in the context of a
 * message: such a rule is known by the text.
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
