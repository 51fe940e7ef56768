import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** An organization as the control plane has it. */
export type Organization = AnswerOf<'createOrganization'>

/** A way in for an organization’s own administrator. `value` opens it: it is shown once, and never part of a list. */
export type OnboardingLink = AnswerOf<'createOrganizationOnboardingPortalLink'>

/** How long an onboarding link may be open, in days. */
export const linkLifespans = [1, 7, 30] as const
