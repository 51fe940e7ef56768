import { createAdminClient } from '@gatehouse/client/admin-client'
import { createIdentityClient, type IdentityClient } from '@gatehouse/client/client'
import type { IdentitySource } from '@gatehouse/config/config'
import type { FetchHandler } from '@gatehouse/http/handler'
import { createReverseProxy } from '@gatehouse/http/proxy'
import { tracedFetch } from '@gatehouse/platform/outbound'
import type { IdentitySide } from '../identity/identity-side.ts'
import type { Log } from '@gatehouse/platform/log'
import { downUntilSound, keptFor, works } from '../process/health.ts'
import { probeAdminApi, probePublicApi, probeRemote } from '../identity/remote-probe.ts'

/** An identity service in another process, with the parts that the pages need. */
export interface RemoteIdentity extends IdentitySide {
  /** Answers the public API's paths. */
  readonly publicApi: FetchHandler
  /** The public API for our own pages. */
  clientOver(tap: (service: FetchHandler) => FetchHandler): IdentityClient
}

/** The interval of checks, in milliseconds: readiness is public, and each check calls the service. */
const lookMs = 1_000

/** An identity service over the network: Ory Kratos, Ory Network, or one of ours in another process. */
export function remoteIdentity(
  source: Extract<IdentitySource, { kind: 'remote' }>,
  publicOrigin: string,
  log: Log,
): RemoteIdentity {
  const { publicUrl, adminUrl, projectToken } = source
  const baseUrl = publicUrl.href
  const proxy = createReverseProxy({
    upstream: publicUrl,
    onFailure: (why, cause, requestId) => log.warn({ err: cause, why, requestId }, 'identity service gave no answer'),
  })
  return {
    publicApi: refusingCircles(proxy, publicOrigin),
    clientOver: (tap) =>
      createIdentityClient({ baseUrl, fetch: tap(refusingCircles(namingPublicOrigin(publicOrigin), publicOrigin)) }),
    adminClient:
      adminUrl === undefined
        ? undefined
        : createAdminClient({
            baseUrl: adminUrl.href,
            token: projectToken?.reveal(),
            fetch: tracedFetch('identity_engine'),
          }),
    adminApi: undefined,
    checks: {
      identity: downUntilSound(
        keptFor(
          lookMs,
          works(async () => (await probePublicApi(source)) === 'fine'),
        ),
      ),
      ...(adminUrl && {
        // People can sign in without it; the console needs it.
        admin_api: keptFor(
          lookMs,
          works(async () => (await probeAdminApi(adminUrl, projectToken?.reveal())) === 'fine', 'degraded'),
        ),
      }),
    },
    gauges: [],
    startNotes: () => probeRemote(source),
    background: {},
    stop: async () => {},
  }
}

/**
 * Returns a client over the network that names the public address in every call of our pages: Ory Kratos uses it for
 * `request_url`, redirects and the `@domain #code` of text messages, and would otherwise use its internal address.
 */
function namingPublicOrigin(publicOrigin: string): FetchHandler {
  const { host, protocol } = new URL(publicOrigin)
  const call = tracedFetch('identity_engine')
  return (request) => {
    request.headers.set('x-forwarded-host', host)
    request.headers.set('x-forwarded-proto', protocol.replace(':', ''))
    return call(request)
  }
}

/**
 * An admin API, or a service with another `serve.public.base_url`, sends browsers to the address that they are at: they
 * would go round for ever.
 */
function refusingCircles(call: FetchHandler, publicOrigin: string): FetchHandler {
  return async (request) => {
    const answer = await call(request)
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
    const asked = new URL(request.url)
    const target = location === null ? null : URL.parse(location, publicOrigin)
    if (target?.href !== `${publicOrigin}${asked.pathname}${asked.search}`) return answer
    await answer.body?.cancel()
    const reason = 'The identity service leads back to the address that it was asked at: see KRATOS_PUBLIC_URL.'
    return Response.json({ error: { code: 502, status: 'Bad Gateway', message: reason, reason } }, { status: 502 })
  }
}
