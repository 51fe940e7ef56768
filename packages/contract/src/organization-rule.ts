/**
 * The rule by which an organization refuses a sign-in, as `context.organization_rule` of the message 4000001. Not of the
 * wire, which has a reason in English for it: the embedded service says beside it which one.
 */
export type OrganizationRule = (typeof organizationRules)[number]
/** The pages have a text for each, in every language. */
export const organizationRules = [
  'sign_in_there',
  'not_of_this',
  'address_of',
  'taken_outside',
  'ask_administrator',
] as const

/** Returns the rule that a message's context names, if it is known. */
export function organizationRuleOf(value: unknown): OrganizationRule | undefined {
  return organizationRules.find((rule) => rule === value)
}
