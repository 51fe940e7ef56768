import { authorizationEndpoint } from './providers/endpoints.ts'
import { kindOf } from './providers/kinds.ts'
import type { IdentityConfig, OidcProviderConfig } from '../../configuration/config.ts'

/**
 * Returns the origins to which the answer to a form may redirect a browser: the providers' sign-in pages, and the ends
 * of flows. A page that limits the targets of its forms (`form-action`) has to list them, as Chromium applies that
 * limit to redirects too.
 */
export function formActionOrigins({ selfservice }: IdentityConfig): readonly string[] {
  const { methods, defaultReturnUrl, allowedReturnUrls } = selfservice
  const providers = methods.oidc.providers.map(authorizationAddress)
  const origins = [...providers, defaultReturnUrl, ...allowedReturnUrls].flatMap((address) => originOf(address) ?? [])
  return [...new Set(origins)]
}

/**
 * Returns the origins that a page's script calls, besides its own: browsers read there how to open a provider's account
 * chooser. A page that limits its connections (`connect-src`) has to list them.
 */
export function connectOrigins({ selfservice }: IdentityConfig): readonly string[] {
  const addresses = selfservice.methods.oidc.providers.map(({ fedcmConfigUrl }) => fedcmConfigUrl ?? '')
  return [...new Set(addresses.flatMap((address) => originOf(address) ?? []))]
}

function authorizationAddress(provider: OidcProviderConfig): string {
  const kind = kindOf(provider.kind)
  return (kind && authorizationEndpoint(provider, kind)) ?? ''
}

/** Returns the origin of an address. Other schemes than these belong to apps, which forms do not target. */
function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? `${url.protocol}//${url.host}` : undefined
}
