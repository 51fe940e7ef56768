import { plainHostsOf } from '../../../configuration/safe-address.ts'
import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { createOAuth1Abilities } from './create-oauth1.ts'
import { createOAuth2Abilities } from './create-oauth2.ts'
import { issuerOf } from './endpoints.ts'
import { kindOf } from './kinds.ts'
import type { OidcProvider } from './provider.ts'
import type { ProviderOptions } from './provider-options.ts'
import { createSafeFetch } from './safe-fetch.ts'

/** A configured provider. Throws if its kind is none: the configuration was checked. */
export function createProvider(config: OidcProviderConfig, options: ProviderOptions): OidcProvider {
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

/** Connections of organizations are not for everybody's chooser. */
function chooserOf({
  fedcmConfigUrl: configUrl,
  clientId,
  organizationId,
}: OidcProviderConfig): OidcProvider['chooser'] {
  return configUrl === undefined || organizationId !== undefined ? undefined : { configUrl, clientId }
}

/** Microsoft has names for everybody's directories together. */
function isDirectory(tenant: string | undefined): boolean {
  return tenant !== undefined && !['common', 'organizations', 'consumers'].includes(tenant.toLowerCase())
}
