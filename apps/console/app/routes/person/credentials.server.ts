import type { AnswerOf } from '@gatehouse/contract/control-plane'
import type { Identity } from '@gatehouse/contract/identities'

/** A credential as its person's page shows it. */
export interface ShownCredential {
  readonly type: string
  /** The identifiers that it is used with: addresses, accounts at providers. */
  readonly identifiers: readonly string[]
  readonly createdAt: string
  /** The way to remove it: as a whole, each of its accounts, or not. */
  readonly removal: 'whole' | 'each' | 'none'
}

/** TABLE: the removal of credentials. Kratos' admin API cannot remove the others: each has a reason among the texts. */
const removals: Readonly<Record<string, ShownCredential['removal']>> = {
  password: 'whole',
  totp: 'whole',
  lookup_secret: 'whole',
  webauthn: 'whole',
  oidc: 'each',
  saml: 'each',
}

/** A person's sign-in methods: a service may keep placeholders of types that are not set up. */
export type Access = AnswerOf<'getIdentityAccess'>

/** The credentials of a person that are set up. */
export function shownCredentials(
  { credentials = {}, created_at: createdAt }: Identity,
  access: Access,
): readonly ShownCredential[] {
  return Object.values(credentials)
    .filter(({ type }) => access.credentials.includes(type))
    .map(({ type, identifiers, created_at: at }) => ({
      type,
      // An account's own id means nothing to a reader; second factors have it as their identifier.
      identifiers: [...identifiers],
      createdAt: at || createdAt,
      removal: removals[type] ?? 'none',
    }))
}
