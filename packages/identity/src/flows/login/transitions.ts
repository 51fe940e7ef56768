import type { Transition } from '../model/transitions.ts'

/** TABLE 2. A finished flow is not used up: its state stays, and a native client may submit it again. */
export const loginTransitions = [
  { from: 'choose_method', on: 'method_chosen', to: 'choose_method' },
  { from: 'choose_method', on: 'code_sent', to: 'sent_email' },
  { from: 'choose_method', on: 'passed', to: 'passed_challenge' },
  { from: 'sent_email', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'method_chosen', to: 'choose_method' },
  { from: 'sent_email', on: 'passed', to: 'passed_challenge' },
  { from: 'passed_challenge', on: 'method_chosen', to: 'choose_method' },
  { from: 'passed_challenge', on: 'code_sent', to: 'sent_email' },
  { from: 'passed_challenge', on: 'passed', to: 'passed_challenge' },
] as const satisfies readonly Transition[]

/** The events of a login; the table says from which state to which. */
export type LoginEvent = (typeof loginTransitions)[number]['on']
