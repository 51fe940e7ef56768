import { createAdminClient, type AdminClient } from '@gatehouse/client/admin-client'
import { createIdentityClient, type IdentityClient } from '@gatehouse/client/client'
import type { FetchHandler } from '@gatehouse/http/handler'
import { openDatabase } from '@gatehouse/identity/database'
import { createIdentityService } from '@gatehouse/identity/service'
import type { OpenIdentity } from '../projects/identity-runtime.ts'

/** What runs a project's identity service in this process, and calls it. */
export interface EmbeddedServices {
  readonly openIdentity: OpenIdentity
  /** The public API at `origin`, which is a function here. */
  readonly identityClient: (origin: string, publicApi: FetchHandler) => IdentityClient
  readonly adminClient: (origin: string, adminApi: FetchHandler) => AdminClient
}

// A function call cannot get lost on the way, and a timer per call would keep each call's objects for as long as it runs.
const timeoutMs = 0

/** `isShared`: other processes serve the same databases. */
export function embeddedServices(isShared: boolean): EmbeddedServices {
  return {
    openIdentity: (deps) => {
      const database = openDatabase(deps.config.dsn, { isShared })
      try {
        return { service: createIdentityService({ ...deps, database, isShared }), database }
      } catch (error) {
        database.close()
        throw error
      }
    },
    identityClient: (baseUrl, fetch) => createIdentityClient({ baseUrl, fetch, timeoutMs }),
    adminClient: (baseUrl, fetch) => createAdminClient({ baseUrl, fetch, timeoutMs }),
  }
}
