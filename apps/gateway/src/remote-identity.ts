import { createAdminClient } from '@gatehouse/client/admin-client'
import { createIdentityClient, type IdentityClient } from '@gatehouse/client/client'
import type { IdentitySource } from '@gatehouse/config/config'
import { publicPaths } from '@gatehouse/contract/urls'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import { createReverseProxy } from '@gatehouse/http/reverse-proxy'
import type { IdentitySide } from './identity-side.ts'
import type { Log } from './log.ts'

/** An identity service in another process, with what the pages need of it. */
export interface RemoteIdentity extends IdentitySide {
  /** Answers the public API's paths. */
  readonly publicApi: FetchHandler
  /** The public API for our own pages. */
  clientOver(tap: (service: FetchHandler) => FetchHandler): IdentityClient
}

/** An identity service over the network: Ory Kratos, Ory Network, or one of ours in another process. */
export function remoteIdentity(source: Extract<IdentitySource, { kind: 'remote' }>, log: Log): RemoteIdentity {
  const { publicUrl, adminUrl, projectToken } = source
  const baseUrl = publicUrl.href
  return {
    publicApi: createReverseProxy({
      upstream: publicUrl,
      onFailure: (why, cause, requestId) => log.warn({ err: cause, why, requestId }, 'identity service gave no answer'),
    }),
    clientOver: (tap) => createIdentityClient({ baseUrl, fetch: tap((request) => fetch(request)) }),
    adminClient:
      adminUrl === undefined ? undefined : createAdminClient({ baseUrl: adminUrl.href, token: projectToken?.reveal() }),
    adminApi: undefined,
    checks: { identity: () => isReady(publicUrl) },
    warnings: [],
    start: async () => {},
    stop: async () => {},
  }
}

async function isReady(publicUrl: URL): Promise<boolean> {
  const url = `${publicUrl.href.replace(/\/$/, '')}${publicPaths.ready}`
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' })
  await response.body?.cancel()
  return response.status === 200
}
