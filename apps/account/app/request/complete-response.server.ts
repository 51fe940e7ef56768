import type { PageRequest } from './page-request.ts'

/** Adds to React Router's response what the request gathered on its way: the page, cookies, headers. Pages are never cached. */
export function completeResponse(response: Response, { answer }: PageRequest): Response {
  const { headers } = response
  for (const [name, value] of answer.headers) headers.set(name, value)
  headers.set('Cache-Control', 'private, no-store')
  headers.set('Vary', 'Cookie, Accept-Language')
  for (const line of answer.setCookie) headers.append('Set-Cookie', line)
  if (answer.document === undefined) return response
  return new Response(answer.document, { status: response.status, headers })
}
