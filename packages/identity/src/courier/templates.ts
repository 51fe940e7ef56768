/** The words of a template: texts of the catalogue `mails`, by the parts of a message. */
interface Template {
  /** `<words>.subject` and `<words>.intro`. A subject may name the code, so that it is read without opening the message. */
  readonly words: Words
  /** What the button of an HTML mail says. */
  readonly button?: 'open' | 'confirm' | 'sign_in'
  /** `closing.<name>`, in this order, below everything else. */
  readonly closing: readonly Closing[]
}

/** The first part of the keys of a subject and an introduction. */
export type Words =
  | 'recovery_link'
  | 'recovery_code'
  | 'recovery_unknown'
  | 'verification_link'
  | 'verification_code'
  | 'verification_unknown'
  | 'login_code'
  | 'registration_code'
  | 'operator_invitation'
  | NoticeTemplate

/** The last part of the key of a closing sentence. */
export type Closing =
  | 'ignore'
  | 'keep_code'
  | 'keep_link'
  | 'another_address'
  | 'not_you'
  | 'not_mine'
  | 'choose_password'
  | 'unexpected'

/** Notices of what happened to an account: they ask for nothing and carry nothing secret. Kratos has none of them. */
export const noticeTemplates = [
  'account_recovered',
  'address_attempted',
  'address_change_requested',
  'address_changed',
  'earlier_access_removed',
  'passkey_added',
  'passkey_removed',
  'password_changed',
  'provider_linked',
  'provider_unlinked',
  'registration_attempted',
  'second_factor_added',
  'second_factor_removed',
] as const
/** The name of a notice, as `template_type` of the admin API and of events tells it. */
export type NoticeTemplate = (typeof noticeTemplates)[number]

/** The name of a kind of message; those of Kratos have its names. */
export type TemplateName =
  | NoticeTemplate
  | 'recovery_valid'
  | 'recovery_invalid'
  | 'verification_valid'
  | 'verification_invalid'
  | 'recovery_code_valid'
  | 'recovery_code_invalid'
  | 'verification_code_valid'
  | 'verification_code_invalid'
  | 'login_code_valid'
  | 'registration_code_valid'
  | 'operator_invitation'

const unknownRecovery = { words: 'recovery_unknown', closing: ['another_address', 'ignore'] } as const
const unknownVerification = { words: 'verification_unknown', closing: ['another_address', 'ignore'] } as const

// oxfmt-ignore
/** TABLE: every kind of message, in the words of the catalogues. A new kind is a row here, one of `template-data.ts`, and its texts. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  recovery_valid:            { words: 'recovery_link', button: 'open', closing: ['keep_link', 'ignore'] },
  recovery_invalid:          unknownRecovery,
  recovery_code_valid:       { words: 'recovery_code', closing: ['keep_code', 'ignore'] },
  recovery_code_invalid:     unknownRecovery,
  verification_valid:        { words: 'verification_link', button: 'confirm', closing: ['ignore'] },
  verification_invalid:      unknownVerification,
  verification_code_valid:   { words: 'verification_code', button: 'confirm', closing: ['ignore'] },
  verification_code_invalid: unknownVerification,
  login_code_valid:          { words: 'login_code', closing: ['keep_code', 'ignore'] },
  registration_code_valid:   { words: 'registration_code', closing: ['ignore'] },
  registration_attempted:    { words: 'registration_attempted', button: 'sign_in', closing: ['not_mine'] },
  account_recovered:         { words: 'account_recovered', closing: ['not_you'] },
  address_attempted:         { words: 'address_attempted', button: 'sign_in', closing: ['not_mine'] },
  address_change_requested:  { words: 'address_change_requested', closing: ['not_you'] },
  address_changed:           { words: 'address_changed', closing: ['not_you'] },
  earlier_access_removed:    { words: 'earlier_access_removed', closing: ['choose_password'] },
  passkey_added:             { words: 'passkey_added', closing: ['not_you'] },
  passkey_removed:           { words: 'passkey_removed', closing: ['not_you'] },
  password_changed:          { words: 'password_changed', closing: ['not_you'] },
  provider_linked:           { words: 'provider_linked', closing: ['not_you'] },
  provider_unlinked:         { words: 'provider_unlinked', closing: ['not_you'] },
  second_factor_added:       { words: 'second_factor_added', closing: ['not_you'] },
  second_factor_removed:     { words: 'second_factor_removed', closing: ['not_you'] },
  operator_invitation:       { words: 'operator_invitation', button: 'open', closing: ['unexpected'] },
}
