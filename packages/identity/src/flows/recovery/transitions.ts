import type { Transition } from '../transitions.ts'

/** TABLE 2. What has no arrow from `passed_challenge` is answered with a new flow. */
export const recoveryTransitions = [
  { from: 'choose_method', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'passed', to: 'passed_challenge' },
] as const satisfies readonly Transition[]

export type RecoveryEvent = (typeof recoveryTransitions)[number]['on']
