import { stringifySetCookie } from 'cookie'
import { hostCookieName } from '@gatehouse/contract/http'
import type { ConsoleRequest } from './console-request.ts'

/** The time, in seconds, for which data fetched ahead is fresh: as long as a press follows a pointer. */
const freshSeconds = 5

/**
 * Adds cookies and headers of the request to React Router's response. Nothing of the console is cached, except data
 * that a browser fetched ahead, for the press that follows. A change sets a new cookie, on which answers vary, so that
 * nothing is found that was fetched before it.
 */
export function completeResponse(response: Response, page: ConsoleRequest): Response {
  const { setCookie, isAhead, isChange } = page
  const { headers } = response
  const isKept = isAhead && response.ok && setCookie.length === 0
  headers.set('Cache-Control', isKept ? `private, max-age=${freshSeconds}` : 'private, no-store')
  headers.set('Vary', 'Cookie, Accept-Language')
  for (const line of isChange ? [...setCookie, changeCookie(page)] : setCookie) headers.append('Set-Cookie', line)
  return response
}

function changeCookie({ secureCookies, requestId }: ConsoleRequest): string {
  return stringifySetCookie({
    name: hostCookieName('gatehouse_console_changed', secureCookies),
    value: requestId,
    path: '/',
    maxAge: 2 * freshSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
  })
}
