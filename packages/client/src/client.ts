import { createAdminClient, type AdminClient } from './admin-client.ts'
import { createExchange, type Fetch } from './exchange.ts'
import { flowOperations, type FlowOperations } from './flow-operations.ts'
import { namedFlowOperations, type NamedFlowOperations } from './named-flow-operations.ts'
import { ownAccountOperations, type OwnAccountOperations } from './own-account-operations.ts'
import { sessionOperations, type SessionOperations } from './session-operations.ts'

/** The address of the identity service, and the means to reach it. */
export interface IdentityClientOptions {
  /** Root of the public API, with or without a trailing slash. */
  readonly baseUrl: string
  /** Replaces the network, for a service in the same process. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds until a call is aborted; 0 waits for ever. 15,000 by default. */
  readonly timeoutMs?: number | undefined
  /** Root of the admin API; without it the client has no `admin`. */
  readonly adminBaseUrl?: string | undefined
  /** API key for the admin API of a hosted project. */
  readonly adminToken?: string | undefined
}

/** Every call to an identity service, typed. Each answers an `Answer`; only bugs and an absent service reject. */
export interface IdentityClient extends FlowOperations, NamedFlowOperations, SessionOperations, OwnAccountOperations {
  readonly admin: AdminClient | undefined
}

/** The client of one identity service, embedded or remote. */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const { baseUrl, fetch, timeoutMs, adminBaseUrl, adminToken } = options
  const exchange = createExchange({ baseUrl, fetch, timeoutMs })
  const flows = flowOperations(exchange)
  return {
    ...flows,
    ...namedFlowOperations(flows),
    ...sessionOperations(exchange),
    ...ownAccountOperations(exchange),
    admin:
      adminBaseUrl === undefined
        ? undefined
        : createAdminClient({ baseUrl: adminBaseUrl, fetch, timeoutMs, token: adminToken }),
  }
}
