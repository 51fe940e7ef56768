import { hostCookieName } from '@gatehouse/contract/http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { PageRequest } from './page-request.ts'

/** The parts of a request that a cookie of the pages needs. */
export interface CookiePage extends Pick<PageRequest, 'credentials' | 'secureCookies'> {
  readonly answer: Pick<PageRequest['answer'], 'setCookie'>
}

/** Returns a cookie of the pages, if the browser sent it. */
export function readHostCookie(
  { credentials, secureCookies }: Pick<CookiePage, 'credentials' | 'secureCookies'>,
  name: string,
): string | undefined {
  return parseCookie(credentials().cookie ?? '')[hostCookieName(name, secureCookies)]
}

/**
 * Sets a cookie of the pages, which script cannot read: for `maxAge` seconds, or without it until the browser is
 * closed. It is `lax`, since a sign-in at a provider comes back from another site.
 */
export function setHostCookie(
  { answer, secureCookies }: Pick<CookiePage, 'answer' | 'secureCookies'>,
  name: string,
  value: string,
  options: { readonly maxAge?: number; readonly sameSite?: 'strict' } = {},
): void {
  const fixed = { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies } as const
  answer.setCookie.push(stringifySetCookie({ ...fixed, ...options, name: hostCookieName(name, secureCookies), value }))
}
