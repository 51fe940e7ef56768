import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** An organization as the control plane has it. */
export type Organization = AnswerOf<'createOrganization'>

/** An onboarding link for an organization’s administrator. `value` opens it: shown once, and never part of a list. */
export type OnboardingLink = AnswerOf<'createOrganizationOnboardingPortalLink'>

/** The lifespans of an onboarding link, in days. */
export const linkLifespans = [1, 7, 30] as const
