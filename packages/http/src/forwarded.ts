import { isIP } from 'node:net'

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
 * Reads the forwarding headers of `trustedHops` proxies (0: none is believed). Each proxy appends the address it saw
 * to X-Forwarded-For, so the visitor stands that many places from the right; everything further left is hearsay.
 */
export function readForwarded(headers: Headers, socketAddress: string, trustedHops: number): Forwarded {
  const host = headers.get('host') ?? undefined
  const peer = plainAddress(socketAddress)
  if (trustedHops === 0) return { clientAddress: peer, host, hostReported: false, scheme: undefined }

  const chain = list(headers.get('x-forwarded-for'))
  const claimed = plainAddress(chain.at(-trustedHops) ?? chain[0] ?? '')
  const reportedHost = readReportedHost(headers, trustedHops)
  const scheme = list(headers.get('x-forwarded-proto')).at(-1)?.toLowerCase()
  return {
    clientAddress: isIP(claimed) === 0 ? peer : claimed,
    host: reportedHost ?? host,
    hostReported: reportedHost !== undefined,
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
  }
}

/** The host (and port) that the visitor typed: which site is asked. `undefined` when the request names none. */
export function readHost(headers: Headers, trustedHops: number): string | undefined {
  return readReportedHost(headers, trustedHops) ?? headers.get('host') ?? undefined
}

function readReportedHost(headers: Headers, trustedHops: number): string | undefined {
  return trustedHops === 0 ? undefined : list(headers.get('x-forwarded-host')).at(-1)
}

/** Replaces every forwarding header by the one address that the edge itself knows. */
export function setForwarded(headers: Headers, clientAddress: string): void {
  // Looking is cheaper than deleting, and almost no visitor sends any of them.
  for (const name of forwardingHeaders) if (headers.has(name)) headers.delete(name)
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
