import type { FirstFactors } from '../../credentials/factors.ts'
import type { FlowContext } from '../../flows/flow-context.ts'
import type { EvaluateJsonnet } from '../../jsonnet/jsonnet.ts'
import type { OrganizationStore } from '../../organizations/organization.ts'
import type { OidcProvider } from './providers/provider.ts'

/** The dependencies of ending a sign-in through a provider: the flows, and the providers with their clients. */
export interface OidcContext extends FlowContext {
  readonly providers: readonly OidcProvider[]
  readonly organizations: OrganizationStore
  readonly countFirstFactors: FirstFactors
  /** For the claims mappers of providers. */
  readonly evaluateJsonnet: EvaluateJsonnet
}
