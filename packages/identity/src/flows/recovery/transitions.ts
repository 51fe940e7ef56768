import type { Transition } from '../model/transitions.ts'

/** TABLE 2. A flow in `passed_challenge` without an arrow is answered with a new flow. */
export const recoveryTransitions = [
  { from: 'choose_method', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'passed', to: 'passed_challenge' },

  // The second version (`feature_flags.choose_recovery_address`): the person chooses and confirms the code's address.
  { from: 'recovery_awaiting_address', on: 'choice_offered', to: 'recovery_awaiting_address_choice' },
  { from: 'recovery_awaiting_address', on: 'code_sent', to: 'recovery_awaiting_code' },
  { from: 'recovery_awaiting_address_choice', on: 'confirmation_asked', to: 'recovery_confirming_address' },
  { from: 'recovery_awaiting_address_choice', on: 'code_sent', to: 'recovery_awaiting_code' },
  { from: 'recovery_awaiting_address_choice', on: 'went_back', to: 'recovery_awaiting_address' },
  { from: 'recovery_confirming_address', on: 'code_sent', to: 'recovery_awaiting_code' },
  { from: 'recovery_confirming_address', on: 'choice_offered', to: 'recovery_awaiting_address_choice' },
  { from: 'recovery_confirming_address', on: 'went_back', to: 'recovery_awaiting_address' },
  { from: 'recovery_awaiting_code', on: 'code_sent', to: 'recovery_awaiting_code' },
  { from: 'recovery_awaiting_code', on: 'choice_offered', to: 'recovery_awaiting_address_choice' },
  { from: 'recovery_awaiting_code', on: 'went_back', to: 'recovery_awaiting_address' },
  { from: 'recovery_awaiting_code', on: 'passed', to: 'passed_challenge' },
] as const satisfies readonly Transition[]

/** The events of a recovery; the table says from which state to which. */
export type RecoveryEvent = (typeof recoveryTransitions)[number]['on']
