import type { Traits } from '../../identities/identity.ts'
import type { Claims } from './providers/claims.ts'
import type { OidcProvider, ProviderTokens } from './providers/provider.ts'

/** A person whom a provider has vouched for. The flow decides whether they have an account. */
export interface ProvedPerson {
  readonly provider: OidcProvider
  readonly claims: Claims
  readonly tokens: ProviderTokens
  /** The traits typed before. */
  readonly traits: Traits
}
