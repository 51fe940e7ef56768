import type { IdentityConfig } from '../../configuration/config.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import type { Seals } from '../../credentials/sealed.ts'
import type { Attempt } from '../../flows/model/attempt.ts'
import type { Outcome } from '../../flows/model/outcome.ts'
import type { FlowStore } from '../../flows/ports/flow-store.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import type { ProvedPerson } from './proved.ts'
import type { OidcProvider } from './providers/provider.ts'

/** What signing in with other accounts takes. */
export interface OidcDependencies {
  readonly config: Pick<IdentityConfig, 'improvements' | 'selfservice'>
  readonly flows: Pick<FlowStore, 'insertContinuity' | 'insertContinuityOnce' | 'findContinuity' | 'takeContinuity'>
  readonly identities: Pick<IdentityStore, 'findByIdentifier'>
  readonly seals: Seals
  readonly countFirstFactors: FirstFactors
  /** In the order in which people see them. */
  readonly providers: readonly OidcProvider[]
  /** Signs a person in whom a provider has vouched for, or signs them up. */
  readonly settlePerson: (attempt: Attempt, person: ProvedPerson) => Promise<Outcome>
}
