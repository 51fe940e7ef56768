import type { IdentityConfig } from '../../configuration/config.ts'
import type { Seals } from '../../credentials/sealed.ts'
import type { FlowStore } from '../../flows/ports/flow-store.ts'
import type { OidcProvider } from './providers/provider.ts'

/** What signing in with other accounts takes. */
export interface OidcDependencies {
  readonly config: Pick<IdentityConfig, 'selfservice'>
  readonly flows: Pick<FlowStore, 'insertContinuity' | 'findContinuity' | 'takeContinuity'>
  readonly seals: Seals
  /** In the order in which people see them. */
  readonly providers: readonly OidcProvider[]
}
