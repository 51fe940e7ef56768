import type { FirstFactors } from '../../credentials/factors.ts'
import type { FlowContext } from '../../flows/flow-context.ts'
import type { EvaluateJsonnet } from '../../jsonnet/jsonnet.ts'
import type { OrganizationStore } from '../../organizations/organization.ts'
import type { OidcProvider } from './providers/provider.ts'

/** What ending a sign-in through a provider takes: the flows, and the providers as clients of them. */
export interface OidcContext extends FlowContext {
  readonly providers: readonly OidcProvider[]
  readonly organizations: OrganizationStore
  readonly countFirstFactors: FirstFactors
  /** For the claims mappers of providers. */
  readonly evaluateJsonnet: EvaluateJsonnet
}
