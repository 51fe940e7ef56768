import type { FlowType } from '@gatehouse/contract/flows'
import { parseAccept } from 'hono/utils/accept'

import type { RouteContext } from '../../http/route.ts'
import { newCsrfSecret, type CsrfCookies, type CsrfSecret } from './csrf.ts'

/** One request to a flow's endpoint, with the data that every step reads. */
export interface RequestContext {
  readonly route: RouteContext
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly now: number
  /** True for JSON clients and native apps, false for a browser that navigates. */
  readonly wantsJson: boolean
  /** The visitor's anti-CSRF secret. */
  readonly secret: CsrfSecret | undefined
}

/** Reads the data of a request that every step uses, once. */
export function requestContextOf(route: RouteContext, csrf: CsrfCookies): RequestContext {
  const { request, url, cookies, now } = route
  return {
    route,
    headers: request.headers,
    query: url.searchParams,
    now,
    wantsJson: prefersJson(request.headers) || request.headers.get('content-type') === 'application/json',
    secret: csrf.read(cookies),
  }
}

/** Returns the visitor's anti-CSRF secret, and the cookie line if it is a new one, for pages that set the cookie. */
export function withSecret(
  request: RequestContext,
  csrf: CsrfCookies,
): { readonly secret: CsrfSecret; readonly cookies: string[] } {
  if (request.secret) return { secret: request.secret, cookies: [] }
  const secret = newCsrfSecret()
  return { secret, cookies: [csrf.write(secret)] }
}

/** As `withSecret`, for a flow of a type: native ones have no secret. */
export function secretFor(
  type: FlowType,
  request: RequestContext,
  csrf: CsrfCookies,
): { readonly secret: CsrfSecret | undefined; readonly cookies: string[] } {
  return type === 'browser' ? withSecret(request, csrf) : { secret: undefined, cookies: [] }
}

/** Checks for a preference of JSON over HTML (the default). The greater weight wins; of equal ones, the exact type. */
function prefersJson(headers: Headers): boolean {
  const accepted = parseAccept(headers.get('accept') ?? '')
  const rank = (type: string): number =>
    Math.max(
      0,
      ...accepted.map((entry) => {
        const named = entry.type.toLowerCase()
        const exactness = ['*/*', `${type.split('/', 1)[0]}/*`, type].indexOf(named) + 1
        return exactness === 0 || entry.q === 0 ? 0 : entry.q * 10 + exactness
      }),
    )
  return rank('application/json') > rank('text/html')
}
