import type { Reach } from '@gatehouse/platform/outbound'

import { urlMatcher } from './url-pattern.ts'

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
