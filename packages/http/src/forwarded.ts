import { isIP } from 'node:net'

import { networkMatcher } from '@gatehouse/platform/networks'

/** Who asked, by which name and scheme, once the proxies in front are accounted for. */
export interface Forwarded {
  /** The visitor's IP address; what the socket says when no proxy is trusted. */
  readonly clientAddress: string
  /** Host (and port) the visitor typed. `undefined` when the request names none. */
  readonly host: string | undefined
  /** Whether `host` is what a trusted proxy reported, and so surely what the visitor typed. */
  readonly hostReported: boolean
  /** The visitor's scheme, when a trusted proxy reports it. */
  readonly scheme: 'http' | 'https' | undefined
  /** Whether the other end of the connection is a proxy that is trusted. */
  readonly byProxy: boolean
}

/** The proxies that are believed about whom they forward for. */
export interface ProxyTrust {
  /** Whether there is any. */
  readonly expected: boolean
  readonly has: (address: string) => boolean
}

/** Makes it from networks such as `10.0.0.0/8`. */
export function proxyTrust(networks: readonly string[]): ProxyTrust {
  return { expected: networks.length > 0, has: networkMatcher(networks) }
}

/** Headers that only a proxy may set; whatever a visitor sends under these names is dropped. */
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
 * Reads the forwarding headers, if the other end of the connection is a trusted proxy: anybody can send them. Each proxy
 * appends the address it saw to X-Forwarded-For, so the visitor is the first from the right that is no trusted proxy;
 * everything further left is hearsay.
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
    // What is no address was not seen by the proxy that reported it.
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

/** Those that name the visitor's address alone: programs of owners look for the one that their proxy sets. */
const addressHeaders: ReadonlySet<string> = new Set(['x-real-ip', 'true-client-ip', 'cf-connecting-ip', 'x-client-ip'])

/** Replaces what every forwarding header says by the one address that the edge itself knows. */
export function setForwarded(headers: Headers, clientAddress: string): void {
  // Looking is cheaper than deleting, and almost no visitor sends any of them.
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
