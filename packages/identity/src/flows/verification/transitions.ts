import type { Transition } from '../model/transitions.ts'

/** TABLE 2. A flow in `passed_challenge` without an arrow is answered with a new flow. */
export const verificationTransitions = [
  { from: 'choose_method', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'passed', to: 'passed_challenge' },
] as const satisfies readonly Transition[]

/** The events of a verification; the table says from which state to which. */
export type VerificationEvent = (typeof verificationTransitions)[number]['on']
