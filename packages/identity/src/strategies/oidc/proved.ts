import type { Traits } from '../../identities/identity.ts'
import type { Claims } from './providers/claims.ts'
import type { OidcProvider, ProviderTokens } from './providers/provider.ts'

/** A person whom a provider has vouched for. Whether there is an account for them is the flow's question. */
export interface ProvedPerson {
  readonly provider: OidcProvider
  readonly claims: Claims
  readonly tokens: ProviderTokens
  /** What the person had typed before. */
  readonly traits: Traits
}
