import { type KeyPart, oneOf } from '@gatehouse/i18n/translator'
import type { Say } from '../text/texts.tsx'

/** TABLE: the kinds of mails in the order in which they are listed: those with a code or a link first. */
export const mailNames = [
  'login_code_valid',
  'registration_code_valid',
  'verification_code_valid',
  'verification_valid',
  'recovery_code_valid',
  'recovery_valid',
  'recovery_code_invalid',
  'recovery_invalid',
  'verification_code_invalid',
  'verification_invalid',
  'registration_attempted',
  'address_attempted',
  'address_change_requested',
  'address_changed',
  'verifiable_address_changed',
  'account_recovered',
  'earlier_access_removed',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'second_factor_added',
  'second_factor_removed',
  'provider_linked',
  'provider_unlinked',
  'operator_invitation',
] as const satisfies readonly KeyPart<'console_branding', 'mail.'>[]

/** A kind of mail in words; one of a newer service by its name. */
export function mailName(t: Say<'console_branding'>, name: string): string {
  const known = oneOf(mailNames, name)
  return known === undefined ? name : t(`mail.${known}`)
}

/** A changed key of the document, `template.language.part`, in words. */
export function mailKeyName(t: Say<'console_branding'>): (path: string) => string {
  return (path) => {
    const [template = '', language] = path.split('.')
    const name = mailName(t, template)
    return language === undefined ? name : `${name} (${language})`
  }
}
