import { setForwarded } from '@gatehouse/http/forwarded'
import { requestIdHeader } from '@gatehouse/http/request-id'
import type { Arrival } from './refusals.ts'
import type { RequestFacts } from './route.ts'

/**
 * The request as services behind the edge see it: at the public origin, under the request's id, with forwarding headers
 * that can be believed. A new object, because what the HTTP server hands over only looks like a Request.
 */
export function innerRequest({ received, url }: Arrival, facts: RequestFacts, publicUrl: URL): Request {
  const headers = new Headers([...received.headers])
  setForwarded(headers, facts.clientAddress, publicUrl)
  headers.set('host', publicUrl.host)
  headers.set(requestIdHeader, facts.requestId)
  const hasBody = received.method !== 'GET' && received.method !== 'HEAD'
  const init: RequestInit & { duplex: 'half' } = {
    method: received.method,
    headers,
    body: hasBody ? received.body : null,
    signal: received.signal,
    redirect: 'manual',
    duplex: 'half',
  }
  return new Request(`${publicUrl.origin}${url.pathname}${url.search}`, init)
}
