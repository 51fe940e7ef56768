import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { HostedOrganization, HostedProject } from '@gatehouse/control-plane/service'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { OpenIdentity } from './identity-runtime.ts'

/** The functions that open a project's identity service in this process, and clients that call it. */
export interface EmbeddedServices {
  readonly openIdentity: OpenIdentity
  /** Archives, in a PostgreSQL database, the data about a closed project: its rows are kept. Idempotent. */
  readonly archiveInDatabase: (
    url: string,
    project: HostedProject,
    organizations: readonly HostedOrganization[],
  ) => Promise<void>
  /** The public API at `origin`, which is a function here. */
  readonly identityClient: (origin: string, publicApi: FetchHandler) => IdentityClient
  readonly adminClient: (origin: string, adminApi: FetchHandler) => AdminClient
}
