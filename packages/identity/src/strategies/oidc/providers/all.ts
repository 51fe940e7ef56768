import type { IdentityConfig } from '../../../configuration/config.ts'
import { createProvider } from './create.ts'
import { kindOf } from './kinds.ts'
import type { OidcProvider } from './provider.ts'
import type { ProviderOptions } from './create.ts'

/** Every configured provider; none if the method is switched off. */
export function createProviders(
  config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice' | 'dev'>,
  options: Pick<ProviderOptions, 'fetch' | 'clock' | 'warn'>,
): readonly OidcProvider[] {
  const { enabled, providers, baseRedirectUri } = config.selfservice.methods.oidc
  const base = (baseRedirectUri ?? config.publicBaseUrl).replace(/\/+$/, '')
  return (enabled ? providers : []).map((provider) =>
    createProvider(provider, {
      ...options,
      dev: config.dev,
      redirectUri: `${base}/self-service/methods/${kindOf(provider.kind)?.callback ?? 'oidc'}/callback/${encodeURIComponent(provider.id)}`,
    }),
  )
}
