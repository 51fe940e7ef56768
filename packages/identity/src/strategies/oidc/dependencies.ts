import type { IdentityConfig } from '../../configuration/config.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import type { Seals } from '../../credentials/sealed.ts'
import type { FlowContext } from '../../flows/flow-context.ts'
import type { Attempt } from '../../flows/model/attempt.ts'
import type { Outcome } from '../../flows/model/outcome.ts'
import type { FlowStore } from '../../flows/ports/flow-store.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import type { Traits } from '../../identities/identity.ts'
import type { EvaluateJsonnet } from '../../jsonnet/jsonnet.ts'
import type { OrganizationStore } from '../../organizations/organization.ts'
import type { Claims } from './providers/claims.ts'
import type { OidcProvider, ProviderTokens } from './providers/provider.ts'

/** The dependencies of signing in with accounts at providers. */
export interface OidcDependencies {
  readonly config: Pick<IdentityConfig, 'improvements' | 'selfservice'>
  readonly flows: Pick<FlowStore, 'insertContinuity' | 'insertContinuityOnce' | 'findContinuity' | 'takeContinuity'>
  readonly identities: Pick<IdentityStore, 'findByIdentifier'>
  readonly seals: Seals
  readonly countFirstFactors: FirstFactors
  /** In the order of the form. */
  readonly providers: readonly OidcProvider[]
  /** Signs in a person whom a provider has vouched for, or signs them up. */
  readonly signInOrSignUp: (attempt: Attempt, person: ProvedPerson) => Promise<Outcome>
}

/** A person whom a provider has vouched for. The flow decides whether they have an account. */
export interface ProvedPerson {
  readonly provider: OidcProvider
  readonly claims: Claims
  readonly tokens: ProviderTokens
  /** The traits typed before. */
  readonly traits: Traits
}

/** The dependencies of ending a sign-in through a provider: the flows, and the providers with their clients. */
export interface OidcContext extends FlowContext {
  readonly providers: readonly OidcProvider[]
  readonly organizations: OrganizationStore
  readonly countFirstFactors: FirstFactors
  /** For the claims mappers of providers. */
  readonly evaluateJsonnet: EvaluateJsonnet
}
