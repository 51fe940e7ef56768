import { withoutTrailing } from '@gatehouse/contract/http'
import type { OidcProviderConfig } from '../../../configuration/config.ts'
import type { Endpoints, ProviderKind } from './provider-kind.ts'

type Located = Pick<OidcProviderConfig, 'issuerUrl' | 'authUrl' | 'tokenUrl' | 'tenant'>

/** Returns the issuer by which a provider is found; none for those without one. */
export function issuerOf(config: Located, kind: ProviderKind): string | undefined {
  return config.issuerUrl ?? kind.issuer?.replace('{tenant}', config.tenant ?? 'common')
}

/** Returns the addresses of a provider that publishes none, as configured; nothing: it publishes them. */
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

/** Returns the address of the authorization: the whole address if it is known, else the issuer's, for discovery. */
export function authorizationEndpoint(config: Located, kind: ProviderKind): string | undefined {
  return config.authUrl ?? endpointsOf(config, kind)?.authorization ?? issuerOf(config, kind)
}
