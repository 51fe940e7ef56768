import type { Config } from '@gatehouse/config/config'
import { problemResponse } from '@gatehouse/http/answers'
import { proxyTrust } from '@gatehouse/http/requests'
import type { Log } from '@gatehouse/platform/log'
import { createEdge, type Edge } from './edge.ts'
import type { Route } from './route.ts'

/** Refuses every request while a fence is up, but for what a balancer asks. */
export function fencedEdge(
  edge: Edge,
  isUp: () => boolean,
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  log: Log,
): Edge {
  const refusing = createEdge({
    publicUrl,
    proxies: proxyTrust(trustedProxies),
    permanentOrigin: false,
    routes: [notAvailable],
    log,
  })
  return (request, socketAddress) =>
    !isUp() || new URL(request.url).pathname.startsWith('/health/')
      ? edge(request, socketAddress)
      : refusing(request, socketAddress)
}

const notAvailable: Route = {
  name: 'fence',
  matches: () => true,
  host: 'any',
  writes: 'own rule',
  maxBodyBytes: 1024,
  compressed: false,
  logLevel: 'debug',
  handle: (request, { requestId }) => {
    const detail = 'The database of this service has not been reached for a while. Try again in a moment.'
    const headers = { 'retry-after': '5' }
    return problemResponse(request, { status: 503, title: 'Not available', detail, requestId, headers })
  },
}
