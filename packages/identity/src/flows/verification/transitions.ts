import type { Transition } from '../model/transitions.ts'

/** TABLE 2. What has no arrow from `passed_challenge` is answered with a new flow. */
export const verificationTransitions = [
  { from: 'choose_method', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'passed', to: 'passed_challenge' },
] as const satisfies readonly Transition[]

/** What moves a verification; the table says from where to where. */
export type VerificationEvent = (typeof verificationTransitions)[number]['on']
