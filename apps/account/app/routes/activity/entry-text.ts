import type { IconName } from '@gatehouse/design/content'
import { oneOf } from '@gatehouse/i18n/translator'
import type { Say } from '../../text/text-source.ts'
import type { SeenEvent } from './read-activity.server.ts'

/** One entry in words. */
export interface EntryText {
  readonly icon: IconName
  readonly title: string
  /** The details, if there are any. */
  readonly details: readonly string[]
  /** Something to look at twice. */
  readonly isAlarming: boolean
}

const icons = {
  LoginSucceeded: 'arrow',
  LoginFailed: 'alert',
  RegistrationSucceeded: 'user',
  RecoverySucceeded: 'key',
  RecoveryInitiatedByAdmin: 'key',
  VerificationSucceeded: 'mail',
  IdentityUpdated: 'shield',
  SessionRevoked: 'signOut',
  SessionRestored: 'laptop',
} as const satisfies Readonly<Record<string, IconName>>

const types = [
  'LoginSucceeded',
  'LoginFailed',
  'RegistrationSucceeded',
  'RecoverySucceeded',
  'RecoveryInitiatedByAdmin',
  'VerificationSucceeded',
  'IdentityUpdated',
  'SessionRevoked',
  'SessionRestored',
] as const satisfies readonly (keyof typeof icons)[]

/** Returns the text of an entry. Types without a translation are shown by their name. */
export function tell(t: Say<'activity'>, { type, data }: SeenEvent): EntryText {
  const known = oneOf(types, type)
  const kind = known === 'LoginSucceeded' && data['new_session'] === false ? 'LoginConfirmed' : known
  return {
    icon: known === undefined ? 'info' : icons[known],
    title: kind === undefined ? type : t(`type.${kind}`),
    details: type === 'IdentityUpdated' ? changes(t, data) : proof(t, data),
    isAlarming: type === 'LoginFailed' || type === 'RecoveryInitiatedByAdmin',
  }
}

type Data = SeenEvent['data']

function proof(t: Say<'activity'>, { method, reason }: Data): readonly string[] {
  return [
    ...known(methods, [method]).map((name) => t(`method.${name}`)),
    ...known(reasons, [reason]).map((name) => t(`reason.${name}`)),
  ]
}

function changes(t: Say<'activity'>, data: Data): readonly string[] {
  const credentials = (['added', 'changed', 'removed'] as const).flatMap((how) =>
    known(methods, data[`credentials_${how}`]).map((name) => t(`credential.${how}`, { what: t(`method.${name}`) })),
  )
  return [...credentials, ...known(shownParts, data['changed']).map((part) => t(`part.${part}`))]
}

/** Those of a list that there are texts of. */
function known<T extends string>(names: readonly T[], list: unknown): readonly T[] {
  return Array.isArray(list) ? list.flatMap((name) => oneOf(names, name) ?? []) : []
}

/** Methods with a name of their own. Texts: `method.{id}`. */
const methods = ['password', 'code', 'link', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc', 'saml'] as const

/** Reasons that say something to the owner. Texts: `reason.{id}`. */
const reasons = [
  'invalid_credentials',
  'invalid_code',
  'code_expired',
  'too_many_attempts',
  'account_inactive',
  'unverified_address',
  'provider_failed',
] as const

/** Parts of an account with a name. Texts: `part.{id}`. */
const shownParts = ['traits', 'state', 'organization_id'] as const
