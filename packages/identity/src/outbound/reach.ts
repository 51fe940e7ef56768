import type { Reach } from '@gatehouse/platform/outbound'

import { urlMatcher } from './url-pattern.ts'

/** How far calls may go to private addresses, as the configuration says. */
export interface OutboundPolicy {
  /** Whether web hooks may. */
  readonly allowPrivate: boolean
  /** Whether everything else may. */
  readonly allowPrivateServices: boolean
  /** Patterns of addresses that both may call in any case. */
  readonly privateExceptions: readonly string[]
}

/** How far calls of web hooks may go, by address. */
export function reachOfWebHooks({
  allowPrivate,
  privateExceptions,
}: Omit<OutboundPolicy, 'allowPrivateServices'>): (url: string) => Reach {
  return reach(allowPrivate, privateExceptions)
}

/** How far everything else may go that a configuration names: providers, message services, mail servers, documents. */
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
