import { departureDocument } from './departure-document.server.tsx'
import { toDestination } from './destination.server.ts'
import type { PageAnswer, PageRequest } from './page-request.ts'
import type { RenderedBody } from './render-document.server.ts'

/** Adds the request's page, cookies and headers to React Router's response. Pages are never cached. */
export function completeResponse(response: Response, page: PageRequest): Response {
  const { answer } = page
  const { headers } = response
  for (const [name, value] of answer.headers) headers.set(name, value)
  headers.set('Cache-Control', 'private, no-store')
  headers.set('Vary', 'Cookie, Accept-Language')
  for (const line of answer.setCookie) headers.append('Set-Cookie', line)
  const target = headers.get('Location')
  if (target !== null && isDeparture(target, page)) {
    headers.delete('Location')
    headers.set('Content-Type', 'text/html; charset=utf-8')
    return new Response(departureDocument(target, page), { status: 200, headers })
  }
  if (answer.document === undefined) return response
  return new Response(answer.document, { status: response.status, headers })
}

/**
 * Whether a redirect answers a form that script did not send, and its target is, or may redirect to, another site: a
 * sign-in provider, an application, or the identity service on the way to either. Chromium applies our `form-action` to
 * every redirect that follows a form, and the redirects of another site are not known in advance.
 */
function isDeparture(target: string, { answer, method, dataOnly, publicOrigin }: PageRequest): boolean {
  if (method !== 'POST' || dataOnly) return false
  const { to, document } = toDestination(target, publicOrigin)
  const { origin, pathname } = new URL(to, publicOrigin)
  const isForeign = origin !== publicOrigin || pathname.startsWith('/self-service/')
  return answer.departs === true || (document && isForeign)
}

/** Answers with a page; `completeResponse` puts it into what is returned here. */
export function deliverDocument(answer: PageAnswer, body: RenderedBody, status: number, headers: Headers): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Says that the page is there as a whole, so that the edge can compress it at once.
  if (body instanceof Uint8Array) headers.set('Content-Length', String(body.byteLength))
  answer.document = body
  return new Response(null, { status, headers })
}
