import { isIP } from 'node:net'
import { networkMatcher } from '@gatehouse/platform/networks'

/** A request's client address, host and scheme, with the headers of trusted proxies taken into account. */
export interface Forwarded {
  /** The visitor's IP address; the socket's address if no proxy is trusted. */
  readonly clientAddress: string
  /** Host (and port) that the visitor typed. `undefined` if the request names none. */
  readonly host: string | undefined
  /** Whether a trusted proxy reported `host`, so that it is what the visitor typed. */
  readonly hostReported: boolean
  /** The visitor's scheme, if a trusted proxy reports it. */
  readonly scheme: 'http' | 'https' | undefined
  /** Whether the other end of the connection is a trusted proxy. */
  readonly byProxy: boolean
}

/** The proxies whose forwarding headers are trusted. */
export interface ProxyTrust {
  /** Whether there is any trusted proxy. */
  readonly expected: boolean
  readonly has: (address: string) => boolean
}

/** Creates it from networks such as `10.0.0.0/8`. */
export function proxyTrust(networks: readonly string[]): ProxyTrust {
  return { expected: networks.length > 0, has: networkMatcher(networks) }
}

/** Headers that only a proxy may set; those that a visitor sends are dropped. */
export const forwardingHeaders: readonly string[] = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-prefix',
  'x-forwarded-server',
  'x-forwarded-ssl',
  'x-original-url',
  'x-original-host',
  'x-rewrite-url',
  'x-real-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'x-client-ip',
]

/**
 * Reads the forwarding headers, if the other end of the connection is a trusted proxy: every client can send them. Each
 * proxy appends the address it saw to X-Forwarded-For, so the visitor is the first from the right that is no trusted
 * proxy; addresses further left are unverified.
 */
export function readForwarded(headers: Headers, socketAddress: string, trust: ProxyTrust): Forwarded {
  const host = headers.get('host') ?? undefined
  const peer = plainAddress(socketAddress)
  if (!trust.has(peer)) {
    return { clientAddress: peer, host, hostReported: false, scheme: undefined, byProxy: false }
  }
  const reportedHost = list(headers.get('x-forwarded-host')).at(-1)
  const scheme = list(headers.get('x-forwarded-proto')).at(-1)?.toLowerCase()
  return {
    clientAddress: visitorOf(list(headers.get('x-forwarded-for')), peer, trust),
    host: reportedHost ?? host,
    hostReported: reportedHost !== undefined,
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
    byProxy: true,
  }
}

function visitorOf(chain: readonly string[], peer: string, trust: ProxyTrust): string {
  let nearest = peer
  for (const hop of chain.toReversed()) {
    const address = plainAddress(hop)
    // A text that is no address cannot be the peer that a proxy reported.
    if (isIP(address) === 0) return nearest
    nearest = address
    if (!trust.has(address)) return address
  }
  return nearest
}

/** The host (and port) that the visitor typed: which site is asked. `undefined` when the request names none. */
export function readHost(headers: Headers, socketAddress: string, trust: ProxyTrust): string | undefined {
  const reported = trust.has(plainAddress(socketAddress)) ? list(headers.get('x-forwarded-host')).at(-1) : undefined
  return reported ?? headers.get('host') ?? undefined
}

/** The headers that contain only the visitor's address: operators' programs read the one that their proxy sets. */
const addressHeaders: ReadonlySet<string> = new Set(['x-real-ip', 'true-client-ip', 'cf-connecting-ip', 'x-client-ip'])

/** Replaces every forwarding header with the one address that the edge itself determined. */
export function setForwarded(headers: Headers, clientAddress: string): void {
  // A lookup is cheaper than a deletion, and almost no visitor sends any of them.
  for (const name of forwardingHeaders) {
    if (!headers.has(name)) continue
    if (addressHeaders.has(name)) headers.set(name, clientAddress)
    else headers.delete(name)
  }
  headers.set('x-forwarded-for', clientAddress)
}

function list(value: string | null): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

// IPv4 visitors of a dual-stack socket appear as ::ffff:192.0.2.1; some proxies write [2001:db8::1]:4711 or 192.0.2.1:80.
function plainAddress(value: string): string {
  if (!value.includes(':')) return value
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(value)?.[1] ?? value
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bracketed)?.[1] ?? bracketed
  return withoutPort.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The approximate location of a client: names of a town and a country, either of which may be empty. */
export interface Geolocation {
  readonly city: string
  readonly country: string
}

/** The headers by which an identity service learns a geolocation; Ory Kratos reads the same ones. */
const geolocationHeaders = { city: 'cf-ipcity', country: 'cf-ipcountry' } as const

/**
 * Replaces the geolocation headers of a request with the known location. Header values are bytes: names are sent in
 * UTF-8, as content delivery networks do.
 */
export function setGeolocation(headers: Headers, geolocation: Geolocation | undefined): void {
  for (const part of ['city', 'country'] as const) {
    const name = geolocationHeaders[part]
    const known = geolocation?.[part] ?? ''
    if (known !== '') headers.set(name, toHeader(known))
    else if (headers.has(name)) headers.delete(name)
  }
}

/** Returns a header's text, in whichever encoding its bytes were read. */
function fromHeader(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? value : text
}

function toHeader(text: string): string {
  // A value from a header consists of bytes already; plain ASCII stays as it is.
  const plain = fromHeader(text)
  const printable = plain.replaceAll(/\p{Cc}/gu, ' ').trim()
  return Buffer.from(printable, 'utf8').toString('latin1')
}
