import type { AnswerOf } from '@gatehouse/contract/control-plane'
import type { Identity } from '@gatehouse/contract/identities'

/** A credential as its person's page shows it. */
export interface ShownCredential {
  readonly type: string
  /** The identifiers that it is used with: addresses, accounts at providers. */
  readonly identifiers: readonly string[]
  readonly createdAt: string
  /** Removed as a whole, or each of its identifiers alone, or not at all. */
  readonly removal: 'whole' | 'each' | 'none'
}

/** TABLE: the types of credentials that Kratos' admin API removes. */
const removals: Readonly<Record<string, ShownCredential['removal']>> = {
  password: 'whole',
  totp: 'whole',
  lookup_secret: 'whole',
  webauthn: 'whole',
  oidc: 'each',
  saml: 'each',
}

/** Returns the credentials that are set up: an identity may have placeholders of other types. */
export function shownCredentials(
  { credentials = {}, created_at: createdAt }: Identity,
  access: AnswerOf<'getIdentityAccess'>,
): readonly ShownCredential[] {
  return Object.values(credentials)
    .filter(({ type }) => access.credentials.includes(type))
    .map(({ type, identifiers, created_at: at }) => ({
      type,
      identifiers: [...identifiers],
      createdAt: at || createdAt,
      removal: removals[type] ?? 'none',
    }))
}
