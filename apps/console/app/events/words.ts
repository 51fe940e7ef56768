import type { EventEnvelope } from '@gatehouse/contract/events'
import { type KeyPart, oneOf } from '@gatehouse/i18n/translator'
import type { Say } from '../text/texts.tsx'

/** The texts of events. */
export type Words = Say<'console_activity'>

/** A kind of ids that have texts; the keys of the texts begin with it. */
type Kind = 'method' | 'reason' | 'template' | 'credential'

/**
 * TABLE: ids that have a text: sign-in methods, reasons of failures, kinds of messages, and credentials that people add
 * to their accounts and remove.
 */
// prettier-ignore
const named = {
  method: [
    'password', 'code', 'link', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc', 'profile',
  ],
  reason: [
    'account_inactive', 'code_expired', 'csrf_violation', 'duplicate_credentials', 'flow_expired', 'invalid_code',
    'invalid_credentials', 'invalid_input', 'method_unavailable', 'other', 'password_policy', 'provider_failed',
    'too_many_attempts', 'unknown_account', 'unverified_address',
  ],
  template: [
    'recovery_valid', 'recovery_invalid', 'recovery_code_valid', 'recovery_code_invalid', 'verification_valid',
    'verification_invalid', 'verification_code_valid', 'verification_code_invalid', 'login_code_valid',
    'registration_code_valid', 'registration_attempted', 'account_recovered', 'address_attempted',
    'address_change_requested', 'address_changed', 'earlier_access_removed', 'passkey_added', 'passkey_removed',
    'password_changed', 'provider_linked', 'provider_unlinked', 'second_factor_added', 'second_factor_removed',
    'verifiable_address_changed', 'operator_invitation', 'courier_test',
  ],
  credential: [
    'totp', 'passkey', 'webauthn', 'oidc', 'lookup_secret', 'password', 'code',
  ],
} as const satisfies { readonly [K in Kind]: readonly KeyPart<'console_activity', `${K}.`>[] }

/** "with a password", of the `data` of an event. */
export function methodText(t: Words, { method, provider }: EventEnvelope['data']): string {
  if (typeof provider === 'string') return t('with.provider', { provider })
  const known = oneOf(named.method, method)
  return known === undefined
    ? t('with.other', { method: typeof method === 'string' ? method : '–' })
    : t(`with.${known}`)
}

/** "Password": the name of a method, as lists have it; one that is unknown has its id. */
export function methodName(t: Words, method: string): string {
  const known = oneOf(named.method, method)
  return known === undefined ? method : t(`method.${known}`)
}

/** The key of why something failed. */
export type ReasonKey = `reason.${KeyPart<'console_activity', 'reason.'>}`

/** Returns the reason of a failure, as far as it is known: a wrong password of an existing account is named as such. */
export function reasonKey({ identity_id: identity, data }: Pick<EventEnvelope, 'identity_id' | 'data'>): ReasonKey {
  if (data['reason'] === 'invalid_credentials' && data['method'] === 'password') {
    return identity === null ? 'reason.no_account' : 'reason.wrong_password'
  }
  return `reason.${oneOf(named.reason, data['reason']) ?? 'other'}`
}

/** Returns the name of a kind of message: "A sign-in code". */
export function templateText(t: Words, template: unknown): string {
  return t(`template.${oneOf(named.template, template) ?? 'other'}`)
}

/** Returns the name of a credential that was added or removed: "a passkey". */
export function credentialText(t: Words, credential: unknown): string {
  return t(`credential.${oneOf(named.credential, credential) ?? 'other'}`)
}
