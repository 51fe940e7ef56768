import type { Forwarded } from './forwarded.ts'

/** The verdict on a request's origin: only one origin has working cookies. */
export type HostVerdict =
  | { readonly kind: 'canonical' }
  | { readonly kind: 'redirect'; readonly location: string; readonly status: 307 | 308 }
  | { readonly kind: 'misdirected'; readonly reason: string }

/** The properties of a request that decide the verdict. */
export interface Arrival {
  readonly method: string
  /** The URL as requested, absolute. */
  readonly url: URL
  readonly forwarded: Forwarded
  /** Whether a front proxy is trusted: then a foreign Host usually means that the proxy did not pass it on. */
  readonly behindProxy: boolean
  /** Whether a person's browser asks for a page; otherwise it is a program. */
  readonly navigates: boolean
  /** Whether a program calls the API, with cookies or tokens that a redirect to another origin would lose. */
  readonly isCall?: boolean
}

/**
 * Checks the host of a request. Cookies belong to a host, so a form that was opened at 127.0.0.1 and posts to localhost
 * fails without a visible reason. Reading requests are redirected to the same page of the public origin; writing ones
 * are refused with the reason, because a redirected form would arrive without its cookies. A program that uses plain
 * http instead of https is refused as well: after a redirect it would keep sending its token in the clear without
 * notice (ASVS 4.1.2). `permanent` lets browsers remember the redirect.
 */
export function checkHost(arrival: Arrival, publicOrigin: URL, permanent: boolean): HostVerdict {
  const { forwarded, url } = arrival
  const host = (forwarded.host ?? '').toLowerCase()
  const schemeDiffers = forwarded.scheme !== undefined && `${forwarded.scheme}:` !== publicOrigin.protocol
  if (sameHost(host, publicOrigin) && !schemeDiffers) return { kind: 'canonical' }

  const reading = arrival.method === 'GET' || arrival.method === 'HEAD'
  // A redirect for a Host that the front proxy invented would loop.
  const loops = arrival.behindProxy && !forwarded.hostReported && !schemeDiffers
  const inTheClear = forwarded.scheme === 'http' && publicOrigin.protocol === 'https:'
  if (reading && !loops && (arrival.navigates || !inTheClear) && arrival.isCall !== true) {
    return {
      kind: 'redirect',
      location: `${publicOrigin.origin}${url.pathname}${url.search}`,
      status: permanent ? 308 : 307,
    }
  }
  if (inTheClear && !arrival.navigates && sameHost(host, publicOrigin)) {
    return { kind: 'misdirected', reason: `This service speaks https alone. Ask at ${publicOrigin.origin}.` }
  }
  if (arrival.isCall === true) {
    const how = `A program calls it there, or connects to this address and sends "Host: ${publicOrigin.host}", the host of that origin.`
    return { kind: 'misdirected', reason: `This service answers at ${publicOrigin.origin}. ${how}${hintOf(arrival)}` }
  }
  return {
    kind: 'misdirected',
    reason: `This service answers at ${publicOrigin.origin}. Open it there and try again.${hintOf(arrival)}`,
  }
}

function hintOf({ behindProxy }: Arrival): string {
  return behindProxy
    ? ' If this is the right address, the proxy in front must pass on X-Forwarded-Host and X-Forwarded-Proto, and be named in GATEHOUSE_TRUSTED_PROXY.'
    : ''
}

function sameHost(host: string, origin: URL): boolean {
  const standardPort = origin.protocol === 'https:' ? ':443' : ':80'
  return host === origin.host || (origin.port === '' && host === `${origin.host}${standardPort}`)
}
