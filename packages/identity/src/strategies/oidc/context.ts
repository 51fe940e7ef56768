import type { FlowContext } from '../../flows/flow-context.ts'
import type { OidcProvider } from './providers/provider.ts'

/** What ending a sign-in through a provider takes: the flows, and the providers as clients of them. */
export interface OidcContext extends FlowContext {
  readonly providers: readonly OidcProvider[]
}
