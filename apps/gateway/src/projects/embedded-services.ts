import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { HostedOrganization, HostedProject } from '@gatehouse/control-plane/service'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { OpenIdentity } from './identity-runtime.ts'

/** The functions that open a project's identity service in this process, and clients that call it. */
export interface EmbeddedServices {
  readonly openIdentity: OpenIdentity
  /** Keeps, in a PostgreSQL database, what was known of a closed project: its rows stay. Doing it twice is harmless. */
  readonly archiveInDatabase: (
    url: string,
    project: HostedProject,
    organizations: readonly HostedOrganization[],
  ) => Promise<void>
  /** The public API at `origin`, which is a function here. */
  readonly identityClient: (origin: string, publicApi: FetchHandler) => IdentityClient
  readonly adminClient: (origin: string, adminApi: FetchHandler) => AdminClient
}
