/** A value of a message that a text may name. `recovery_link`: the recovery's address, if recovery is on. */
export type TemplateValue = 'code' | 'link' | 'recovery_link' | 'valid'

/** The words of a template: texts of the catalogue `mails`, by the parts of a message. */
interface Template {
  /** `<words>.subject` and `<words>.intro`. A subject may contain the code, to be read without opening the message. */
  readonly words: Words
  /** Its values, in addition to those of every message. */
  readonly has: readonly TemplateValue[]
  /** The label of the button in an HTML mail. */
  readonly button?: 'open' | 'confirm' | 'sign_in'
  /** `closing.<name>`, in this order, at the end. */
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

/**
 * Notices about an account: they request nothing and carry nothing secret. Kratos 26.2 has none of them; a newer one
 * has `verifiable_address_changed`, which clients of 26.2 cannot read.
 */
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
  'verifiable_address_changed',
] as const
/** The name of a notice, as in `template_name` of the admin API and `template_type` of events. */
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

const unknownRecovery = { words: 'recovery_unknown', has: [], closing: ['another_address', 'ignore'] } as const
const unknownVerification = { words: 'verification_unknown', has: [], closing: ['another_address', 'ignore'] } as const

// oxfmt-ignore
/** TABLE: every kind of message with its texts. A new kind is a row here, one of `template-data.ts`, and its texts. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  recovery_valid:            { words: 'recovery_link', has: ['link', 'valid'], button: 'open', closing: ['keep_link', 'ignore'] },
  recovery_invalid:          unknownRecovery,
  recovery_code_valid:       { words: 'recovery_code', has: ['code', 'valid'], closing: ['keep_code', 'ignore'] },
  recovery_code_invalid:     unknownRecovery,
  verification_valid:        { words: 'verification_link', has: ['link', 'valid'], button: 'confirm', closing: ['ignore'] },
  verification_invalid:      unknownVerification,
  verification_code_valid:   { words: 'verification_code', has: ['code', 'link', 'valid'], button: 'confirm', closing: ['ignore'] },
  verification_code_invalid: unknownVerification,
  login_code_valid:          { words: 'login_code', has: ['code', 'valid'], closing: ['keep_code', 'ignore'] },
  registration_code_valid:   { words: 'registration_code', has: ['code', 'valid'], closing: ['ignore'] },
  registration_attempted:    { words: 'registration_attempted', has: ['link', 'recovery_link'], button: 'sign_in', closing: ['not_mine'] },
  account_recovered:         { words: 'account_recovered', has: [], closing: ['not_you'] },
  address_attempted:         { words: 'address_attempted', has: ['link', 'recovery_link'], button: 'sign_in', closing: ['not_mine'] },
  address_change_requested:  { words: 'address_change_requested', has: [], closing: ['not_you'] },
  address_changed:           { words: 'address_changed', has: [], closing: ['not_you'] },
  earlier_access_removed:    { words: 'earlier_access_removed', has: [], closing: ['choose_password'] },
  passkey_added:             { words: 'passkey_added', has: [], closing: ['not_you'] },
  passkey_removed:           { words: 'passkey_removed', has: [], closing: ['not_you'] },
  password_changed:          { words: 'password_changed', has: [], closing: ['not_you'] },
  provider_linked:           { words: 'provider_linked', has: [], closing: ['not_you'] },
  provider_unlinked:         { words: 'provider_unlinked', has: [], closing: ['not_you'] },
  second_factor_added:       { words: 'second_factor_added', has: [], closing: ['not_you'] },
  second_factor_removed:     { words: 'second_factor_removed', has: [], closing: ['not_you'] },
  verifiable_address_changed: { words: 'verifiable_address_changed', has: [], closing: ['not_you'] },
  operator_invitation:       { words: 'operator_invitation', has: ['link', 'valid'], button: 'open', closing: ['unexpected'] },
}
