import { createHash } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import { redirect } from 'react-router'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Links that let their holder in by a token, each named as the first segment of its path. */
export type LinkKind = 'set-up' | 'invitation' | 'onboarding'

/** A link as a request carries it. */
export interface CarriedLink {
  readonly token: string
  /** The page's address without the token. */
  readonly address: string
}

/** The time for which a browser keeps the token of an opened link, in seconds. The link may be valid for longer. */
const keptSeconds = 24 * 60 * 60

/** A token of the control plane: a prefix of its kind, then a random part. */
const tokenShape = /^g[a-z]{2}_[\w-]{1,128}$/

/** Returns the address of a link, for its recipient. */
export function linkAddress(origin: string, kind: LinkKind, token: string): string {
  return `${origin}/${kind}/${encodeURIComponent(token)}`
}

/**
 * Returns the link by which a page was opened. A request that still carries the token is answered by throwing a
 * redirect to the page's own address: the token moves into a cookie, so that it stays out of the history, of `Referer`
 * and of later lines of any log. Absent: there is no token, or this browser has not opened the link.
 */
export function carriedLink(
  page: ConsoleRequest,
  kind: LinkKind,
  { link = '', url }: { readonly link: string | undefined; readonly url: URL },
): CarriedLink | undefined {
  // Links that were sent before tokens moved into the path.
  const given = tokenShape.test(link) ? link : (url.searchParams.get('token') ?? '')
  if (tokenShape.test(given)) throw exchange(page, kind, given)
  const token = page.cookies[cookieName(page, kind, link)] ?? ''
  return tokenShape.test(token) ? { token, address: `/${kind}/${link}` } : undefined
}

/** Takes the token of a link that is used up away from the browser. */
export function forgetLink(page: ConsoleRequest, kind: LinkKind, { token }: CarriedLink): void {
  page.setCookie.push(cookieLine(page, cookieName(page, kind, handleOf(token)), '', 0))
}

function exchange(page: ConsoleRequest, kind: LinkKind, token: string): Response {
  const handle = handleOf(token)
  page.setCookie.push(cookieLine(page, cookieName(page, kind, handle), token, keptSeconds))
  return redirect(`/${kind}/${handle}`, { status: 303, headers: { 'referrer-policy': 'no-referrer' } })
}

/** Names a link in addresses without opening it: two links in one browser do not get mixed up. */
function handleOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16)
}

function cookieName({ secureCookies }: ConsoleRequest, kind: LinkKind, handle: string): string {
  return `${secureCookies ? '__Host-' : ''}gatehouse_${kind}_${handle}`
}

function cookieLine({ secureCookies }: ConsoleRequest, name: string, value: string, maxAge: number): string {
  return stringifySetCookie({ name, value, path: '/', maxAge, httpOnly: true, sameSite: 'lax', secure: secureCookies })
}
