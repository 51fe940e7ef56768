import { departureDocument } from './departure-document.server.tsx'
import type { PageRequest } from './page-request.ts'

/** Adds to React Router's response what the request gathered on its way: the page, cookies, headers. Pages are never cached. */
export function completeResponse(response: Response, page: PageRequest): Response {
  const { answer } = page
  const { headers } = response
  for (const [name, value] of answer.headers) headers.set(name, value)
  headers.set('Cache-Control', 'private, no-store')
  headers.set('Vary', 'Cookie, Accept-Language')
  for (const line of answer.setCookie) headers.append('Set-Cookie', line)
  const target = headers.get('Location')
  if (answer.departs === true && target !== null && page.method === 'POST' && !page.dataOnly) {
    headers.delete('Location')
    headers.set('Content-Type', 'text/html; charset=utf-8')
    return new Response(departureDocument(target, page), { status: 200, headers })
  }
  if (answer.document === undefined) return response
  return new Response(answer.document, { status: response.status, headers })
}
