import type { ConsoleRequest } from './console-request.ts'

/** Adds to React Router's response what the request gathered on its way. Nothing of the console is ever cached. */
export function completeResponse(response: Response, { setCookie }: ConsoleRequest): Response {
  const { headers } = response
  headers.set('Cache-Control', 'private, no-store')
  headers.set('Vary', 'Cookie, Accept-Language')
  for (const line of setCookie) headers.append('Set-Cookie', line)
  return response
}
