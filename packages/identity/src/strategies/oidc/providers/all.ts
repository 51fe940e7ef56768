import { publicPaths, withoutTrailing } from '@gatehouse/contract/http'

import type { Improvements } from '../../../configuration/improvements.ts'
import type { IdentityConfig, OidcProviderConfig } from '../../../configuration/config.ts'
import { createProvider } from './create.ts'
import type { ProviderOptions } from './provider-options.ts'
import { kindOf } from './kinds.ts'
import type { OidcProvider } from './provider.ts'

/** Every configured provider; none if the method is switched off. */
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
 * Where a provider's answers come back to. Each has an address of its own, so that they cannot be mixed up; in Ory Kratos
 * those that PKCE is forced on share one, which is what their owners have registered.
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
