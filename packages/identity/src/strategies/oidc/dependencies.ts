import type { IdentityConfig } from '../../configuration/config.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import type { Seals } from '../../credentials/sealed.ts'
import type { Attempt } from '../../flows/model/attempt.ts'
import type { Outcome } from '../../flows/model/outcome.ts'
import type { FlowStore } from '../../flows/ports/flow-store.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import type { ProvedPerson } from './proved.ts'
import type { OidcProvider } from './providers/provider.ts'

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
  readonly settlePerson: (attempt: Attempt, person: ProvedPerson) => Promise<Outcome>
}
