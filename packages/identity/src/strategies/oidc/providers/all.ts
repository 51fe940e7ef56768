import { publicPaths, withoutTrailing } from '@gatehouse/contract/http'
import type { IdentityConfig, OidcProviderConfig } from '../../../configuration/config.ts'
import type { Improvements } from '../../../configuration/improvements.ts'
import { plainHostsOf } from '../../../configuration/safe-address.ts'
import { createOAuth2Abilities } from './create-oauth2.ts'
import { issuerOf } from './endpoints.ts'
import { kindOf } from './kinds.ts'
import { createOAuth1Abilities } from './oauth1.ts'
import type { ProviderOptions } from './provider-options.ts'
import type { OidcProvider } from './provider.ts'
import { createSafeFetch } from './safe-fetch.ts'

/** Creates every configured provider; none if the method is switched off. */
export function createProviders(
  config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice' | 'dev' | 'improvements'>,
  options: Pick<ProviderOptions, 'fetch' | 'clock' | 'warn'>,
): readonly OidcProvider[] {
  const { enabled, providers, baseRedirectUri } = config.selfservice.methods.oidc
  const base = withoutTrailing(baseRedirectUri ?? config.publicBaseUrl, '/')
  return (enabled ? providers : []).map((provider) =>
    createProvider(provider, {
      ...options,
      dev: config.dev,
      redirectUri: base + callbackPath(provider, config.improvements),
    }),
  )
}

/**
 * Returns the path of a provider's callback. Each has a separate path, so that they cannot be mixed up; in Ory Kratos
 * those with forced PKCE share one, which their owners have registered.
 */
export function callbackPath(
  { id, kind, organizationId, pkce }: Pick<OidcProviderConfig, 'id' | 'kind' | 'organizationId' | 'pkce'>,
  { callbacksAreApart }: Pick<Improvements, 'callbacksAreApart'>,
): string {
  const { providerReturn, samlReturn, organizationReturn } = publicPaths
  // As Go writes a path: providers compare the address with the registered one letter by letter.
  const name = encodeURIComponent(id).replaceAll(/%(?:24|26|2B|2C|3B|3D|40)/g, decodeURIComponent)
  if (organizationId !== undefined) return `${organizationReturn}/${organizationId}/callback/${name}`
  if (pkce === 'force' && !callbacksAreApart) return providerReturn
  return `${kindOf(kind)?.callback === 'saml' ? samlReturn : providerReturn}/${name}`
}

/** Creates a configured provider. Throws if its kind is unknown: the configuration was checked. */
function createProvider(config: OidcProviderConfig, options: ProviderOptions): OidcProvider {
  const kind = kindOf(config.kind)
  if (!kind) throw new Error(`there is no kind of provider "${config.kind}"`)
  const create = kind.protocol === 'oauth1' ? createOAuth1Abilities : createOAuth2Abilities
  return {
    id: config.id,
    label: config.label,
    kind,
    mapper: config.mapper,
    mapperUrl: config.mapperUrl,
    updatesIdentity: config.updatesIdentity,
    linksByEmail: config.linksByEmail,
    organizationId: config.organizationId,
    chooser: chooserOf(config),
    isOneDirectory: !kind.issuer?.includes('{tenant}') || isDirectory(config.tenant),
    issuer: issuerOf(config, kind),
    ...create(config, kind, {
      ...options,
      fetch: createSafeFetch(options.fetch, options.dev, plainHostsOf(config.issuerUrl, config.tokenUrl)),
    }),
  }
}

/** Returns the chooser of a project's provider; connections of organizations have none. */
function chooserOf({
  fedcmConfigUrl: configUrl,
  clientId,
  organizationId,
}: OidcProviderConfig): OidcProvider['chooser'] {
  return configUrl === undefined || organizationId !== undefined ? undefined : { configUrl, clientId }
}

/** Checks that a tenant is one directory: Microsoft has names for all directories together. */
function isDirectory(tenant: string | undefined): boolean {
  return tenant !== undefined && !['common', 'organizations', 'consumers'].includes(tenant.toLowerCase())
}
