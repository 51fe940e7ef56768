import type { IconName } from '@gatehouse/design/icon'
import type { Say } from '../../text/text-source.ts'
import type { SeenEvent } from './read-activity.server.ts'

/** One entry in words. */
export interface EntryText {
  readonly icon: IconName
  readonly title: string
  /** What exactly, where there is more to say. */
  readonly details: readonly string[]
  /** Something to look at twice. */
  readonly isAlarming: boolean
}

const icons: Readonly<Record<string, IconName>> = {
  LoginSucceeded: 'arrow',
  LoginFailed: 'alert',
  RegistrationSucceeded: 'user',
  RecoverySucceeded: 'key',
  RecoveryInitiatedByAdmin: 'key',
  VerificationSucceeded: 'mail',
  IdentityUpdated: 'shield',
  SessionRevoked: 'signOut',
}

/** Says what happened. Types without a translation are named as they are. */
export function tell(t: Say, { type, data }: SeenEvent): EntryText {
  const known = Object.hasOwn(icons, type)
  const kind = type === 'LoginSucceeded' && data['new_session'] === false ? 'LoginConfirmed' : type
  return {
    icon: icons[type] ?? 'info',
    title: known ? t(`type.${kind}`) : type,
    details: type === 'IdentityUpdated' ? changes(t, data) : proof(t, data),
    isAlarming: type === 'LoginFailed' || type === 'RecoveryInitiatedByAdmin',
  }
}

type Data = SeenEvent['data']

function proof(t: Say, { method, reason }: Data): readonly string[] {
  return [
    ...(methods.has(method) ? [t(`method.${String(method)}`)] : []),
    ...(reasons.has(reason) ? [t(`reason.${String(reason)}`)] : []),
  ]
}

function changes(t: Say, data: Data): readonly string[] {
  const named = (list: unknown) => (Array.isArray(list) ? list.filter((name) => methods.has(name)) : [])
  const credentials = (['added', 'changed', 'removed'] as const).flatMap((how) =>
    named(data[`credentials_${how}`]).map((name) => t(`credential.${how}`, { what: t(`method.${String(name)}`) })),
  )
  const parts = Array.isArray(data['changed']) ? data['changed'].filter((part) => shownParts.has(part)) : []
  return [...credentials, ...parts.map((part) => t(`part.${String(part)}`))]
}

/** Methods with a name of their own. Texts: `method.{id}`. */
const methods: ReadonlySet<unknown> = new Set([
  'password',
  'code',
  'link',
  'totp',
  'lookup_secret',
  'webauthn',
  'passkey',
  'oidc',
  'saml',
])

/** Reasons that say something to the owner. Texts: `reason.{id}`. */
const reasons: ReadonlySet<unknown> = new Set([
  'invalid_credentials',
  'invalid_code',
  'code_expired',
  'too_many_attempts',
  'account_inactive',
  'unverified_address',
  'provider_failed',
])

/** Parts of an account with a name. Texts: `part.{id}`. */
const shownParts: ReadonlySet<unknown> = new Set(['traits', 'state', 'organization_id'])
