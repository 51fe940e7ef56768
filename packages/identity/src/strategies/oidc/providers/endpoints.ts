import { withoutTrailing } from '@gatehouse/contract/http'
import type { OidcProviderConfig } from '../../../configuration/config.ts'
import type { Endpoints, ProviderKind } from './provider-kind.ts'

type Located = Pick<OidcProviderConfig, 'issuerUrl' | 'authUrl' | 'tokenUrl' | 'tenant'>

/** The issuer a provider is found by; none for those without one. */
export function issuerOf(config: Located, kind: ProviderKind): string | undefined {
  return config.issuerUrl ?? kind.issuer?.replace('{tenant}', config.tenant ?? 'common')
}

/** The addresses of a provider that publishes none, as configured; nothing: it publishes them. */
export function endpointsOf(config: Located, kind: ProviderKind): Endpoints | undefined {
  const { endpoints } = kind
  if (!endpoints) return undefined
  const filled = (address: string) => address.replace('{issuer}', withoutTrailing(issuerOf(config, kind) ?? '', '/'))
  return {
    ...endpoints,
    authorization: config.authUrl ?? filled(endpoints.authorization),
    token: config.tokenUrl ?? filled(endpoints.token),
    person: filled(endpoints.person),
  }
}

/** Where people are sent to: the whole address if it is known, else where it will be found. */
export function authorizationEndpoint(config: Located, kind: ProviderKind): string | undefined {
  return config.authUrl ?? endpointsOf(config, kind)?.authorization ?? issuerOf(config, kind)
}
