import type { AfterConfig, IdentityConfig } from '../../configuration/config.ts'
import type { Refusal } from '../../http/answer.ts'

/** The addresses to which flows may send a browser afterwards (`selfservice.allowed_return_urls`). */
export interface ReturnUrls {
  /** Returns the absolute address of a `return_to`, or nothing if it is not on the allow-list. */
  resolve(returnTo: string): string | undefined
  /**
   * Returns the address after a finished flow: its own `return_to`, else the method's, the flow kind's, the fallback.
   * A `return_to` that is no longer allowed counts as absent.
   */
  after(returnTo: string | undefined, after: AfterConfig, method?: string, fallback?: string): string
}

/** Prepares the allow-list once. */
export function createReturnUrls(config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice'>): ReturnUrls {
  const { allowedReturnUrls, defaultReturnUrl } = config.selfservice
  const entries = [...allowedReturnUrls, config.publicBaseUrl].flatMap((entry) => URL.parse(entry) ?? [])

  function resolve(returnTo: string): string | undefined {
    const url = parse(returnTo, defaultReturnUrl)
    return url && entries.some((entry) => covers(entry, url)) ? url.href : undefined
  }

  return {
    resolve,
    after: (returnTo, after, method, fallback = defaultReturnUrl) =>
      (returnTo === undefined ? undefined : resolve(returnTo)) ??
      (method === undefined ? undefined : after.methods[method]?.defaultReturnUrl) ??
      after.defaultReturnUrl ??
      fallback,
  }
}

/** Returns the refusal of a `return_to` that is not on the allow-list. */
export function returnToRefusal(returnTo: string): Refusal {
  return {
    code: 400,
    id: 'self_service_flow_return_to_forbidden',
    reason: `The return_to address ${JSON.stringify(returnTo.slice(0, 200))} is not on the allow-list.`,
  }
}

/**
 * Accepts only addresses that every browser reads the same way: an absolute address with `://`, or a path on the
 * default return URL's origin. Backslashes, control characters, spaces, `//host` and user names serve to smuggle in
 * open redirects.
 */
function parse(returnTo: string, base: string): URL | undefined {
  if (/[\\\s\p{Cc}]/u.test(returnTo)) return undefined
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(returnTo)
  if (!absolute && !/^\/(?!\/)/.test(returnTo)) return undefined
  const url = URL.parse(returnTo, absolute ? undefined : base)
  return url && url.username === '' && url.password === '' ? url : undefined
}

function covers(entry: URL, url: URL): boolean {
  return entry.protocol === url.protocol && coversHost(entry.host, url.host) && coversPath(entry.pathname, url.pathname)
}

function coversHost(entry: string, host: string): boolean {
  const [allowed, actual] = [entry.toLowerCase(), host.toLowerCase()]
  return allowed.startsWith('*.')
    ? actual.endsWith(allowed.slice(1)) && actual !== allowed.slice(1)
    : allowed === actual
}

/** Compares whole segments: `/app` covers `/app` and `/app/x`, but not `/application`. */
function coversPath(entry: string, path: string): boolean {
  return entry === '' || path === entry || path.startsWith(entry.endsWith('/') ? entry : `${entry}/`)
}
