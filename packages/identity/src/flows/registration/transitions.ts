import type { Transition } from '../model/transitions.ts'

/** TABLE 2. */
export const registrationTransitions = [
  { from: 'choose_method', on: 'screen_changed', to: 'choose_method' },
  { from: 'choose_method', on: 'code_sent', to: 'sent_email' },
  { from: 'choose_method', on: 'passed', to: 'passed_challenge' },
  { from: 'sent_email', on: 'screen_changed', to: 'choose_method' },
  { from: 'sent_email', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'passed', to: 'passed_challenge' },
  { from: 'passed_challenge', on: 'screen_changed', to: 'choose_method' },
  { from: 'passed_challenge', on: 'code_sent', to: 'sent_email' },
  { from: 'passed_challenge', on: 'passed', to: 'passed_challenge' },
] as const satisfies readonly Transition[]

/** The events of a sign-up; the table says from which state to which. */
export type RegistrationEvent = (typeof registrationTransitions)[number]['on']
