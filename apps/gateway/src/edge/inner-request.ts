import { setForwarded, setGeolocation, requestIdHeader } from '@gatehouse/http/requests'
import type { Arrival } from './refusals.ts'
import type { RequestFacts } from './route.ts'

/**
 * The request as services behind the edge see it: at the public origin, under the request's id, with forwarding headers
 * that can be believed. Usually that is the one that was received, its headers corrected: a copy of request and headers
 * costs more than the rest of the edge.
 */
export function innerRequest({ received, url }: Arrival, facts: RequestFacts, publicUrl: URL): Request {
  const { headers } = received
  if (headers.get('host') !== publicUrl.host) headers.set('host', publicUrl.host)
  setForwarded(headers, facts.clientAddress)
  setGeolocation(headers, facts.geolocation)
  headers.set(requestIdHeader, facts.requestId)
  const target = `${publicUrl.origin}${url.pathname}${url.search}`
  if (received.url === target) return received
  const hasBody = received.method !== 'GET' && received.method !== 'HEAD'
  const init: RequestInit & { duplex: 'half' } = {
    method: received.method,
    headers,
    body: hasBody ? received.body : null,
    signal: received.signal,
    redirect: 'manual',
    duplex: 'half',
  }
  return new Request(target, init)
}
