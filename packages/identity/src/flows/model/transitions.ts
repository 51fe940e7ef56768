/** One arrow of a state machine. */
export interface Transition<State extends string = string, Event extends string = string> {
  readonly from: State
  readonly on: Event
  readonly to: State
}

/** Follows an event. An event without an arrow is a bug in the caller: handlers use only events of the table. */
export function advance<State extends string, Event extends string>(
  transitions: readonly Transition<State, Event>[],
  from: string,
  on: NoInfer<Event>,
): State {
  const arrow = transitions.find((transition) => transition.from === from && transition.on === on)
  if (!arrow) throw new Error(`no transition from ${from} on ${on}`)
  return arrow.to
}

/** TABLE: the states of a sign-in. A finished flow is not used up: its state stays, and a native client may submit it again. */
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

/** TABLE: the states of a sign-up. */
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

/** TABLE: the states of a recovery. A flow in `passed_challenge` without an arrow is answered with a new flow. */
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

/** TABLE: the states of settings. A saved flow stays usable. */
export const settingsTransitions = [
  { from: 'show_form', on: 'saved', to: 'success' },
  { from: 'success', on: 'saved', to: 'success' },
] as const satisfies readonly Transition[]

/** TABLE: the states of a verification. One in `passed_challenge` without an arrow is answered with a new flow. */
export const verificationTransitions = [
  { from: 'choose_method', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'code_sent', to: 'sent_email' },
  { from: 'sent_email', on: 'passed', to: 'passed_challenge' },
] as const satisfies readonly Transition[]

/** The events of a verification; the table says from which state to which. */
export type VerificationEvent = (typeof verificationTransitions)[number]['on']
