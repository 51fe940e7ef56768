import { type Reach, createOutbound, outboundFetch } from '@gatehouse/platform/outbound'
import { RE2JS } from 're2js'

/** The configuration's policy for calls to private addresses. */
export interface OutboundPolicy {
  /** True if web hooks may call them. */
  readonly allowPrivate: boolean
  /** True if all other calls may. */
  readonly allowPrivateServices: boolean
  /** Patterns of addresses that both may call in any case. */
  readonly privateExceptions: readonly string[]
}

/** Returns the networks that web hooks may call, by address. */
export function reachOfWebHooks({
  allowPrivate,
  privateExceptions,
}: Omit<OutboundPolicy, 'allowPrivateServices'>): (url: string) => Reach {
  return reach(allowPrivate, privateExceptions)
}

/** Returns the same for all other configured calls: providers, message services, mail servers, documents. */
export function reachOfServices({
  allowPrivateServices,
  privateExceptions,
}: Omit<OutboundPolicy, 'allowPrivate'>): (url: string) => Reach {
  return reach(allowPrivateServices, privateExceptions)
}

function reach(allowsPrivate: boolean, exceptions: readonly string[]): (url: string) => Reach {
  const isException = urlMatcher(exceptions)
  return (url) => (allowsPrivate || isException(url) ? 'any' : 'public')
}

/**
 * Creates a check that an address matches one of the patterns: `*` matches anything but a slash, `**` matches anything.
 * It runs in time that is linear in the address (RE2), since both may come from a third party.
 */
export function urlMatcher(patterns: readonly string[]): (url: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split(/(\*\*|\*)/).map((part) => {
      if (part === '**') return '.*'
      return part === '*' ? '[^/]*' : RE2JS.quote(part)
    })
    return RE2JS.compile(parts.join(''))
  })
  return (url) => expressions.some((expression) => expression.matches(url))
}

/** Creates the fetch of the flows, for sign-in providers and the register of leaked passwords. */
export function fetchOfFlows(outbound: Parameters<typeof reachOfServices>[0]): typeof globalThis.fetch {
  const limits = { timeoutMs: 10_000, mostBytes: 1024 * 1024 }
  return outboundFetch(createOutbound({ purpose: 'flow_services', reachOf: reachOfServices(outbound), ...limits }))
}
