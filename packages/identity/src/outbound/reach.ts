import type { Reach } from '@gatehouse/platform/outbound/reach'

import type { IdentityConfig } from '../configuration/config.ts'
import { urlMatcher } from './url-pattern.ts'

type Outbound = IdentityConfig['outbound']

/** How far calls of web hooks may go, by address. */
export function reachOfWebHooks({ allowPrivate, privateExceptions }: Outbound): (url: string) => Reach {
  return reach(allowPrivate, privateExceptions)
}

/** How far everything else may go that a configuration names: providers, message services, mail servers, documents. */
export function reachOfServices({
  allowPrivateElsewhere,
  privateExceptions,
}: Pick<Outbound, 'allowPrivateElsewhere' | 'privateExceptions'>): (url: string) => Reach {
  return reach(allowPrivateElsewhere, privateExceptions)
}

function reach(allowsPrivate: boolean, exceptions: readonly string[]): (url: string) => Reach {
  const isException = urlMatcher(exceptions)
  return (url) => (allowsPrivate || isException(url) ? 'any' : 'public')
}
