import { authorizationEndpoint } from './providers/endpoints.ts'
import { kindOf } from './providers/kinds.ts'
import type { IdentityConfig, OidcProviderConfig } from '../../configuration/config.ts'

/**
 * Origins that a browser may be sent to by the answer to a form: where providers let people sign in, and where flows
 * lead in the end. A page that limits where its forms go (`form-action`) has to list them, because Chromium applies that
 * limit to redirects too.
 */
export function formActionOrigins({ selfservice }: IdentityConfig): readonly string[] {
  const { methods, defaultReturnUrl, allowedReturnUrls } = selfservice
  const providers = methods.oidc.providers.map(authorizationAddress)
  const origins = [...providers, defaultReturnUrl, ...allowedReturnUrls].flatMap((address) => originOf(address) ?? [])
  return [...new Set(origins)]
}

/**
 * Origins that a page asks by script, besides its own: where browsers read how to open a provider's account chooser. A
 * page that limits whom it talks to (`connect-src`) has to list them.
 */
export function connectOrigins({ selfservice }: IdentityConfig): readonly string[] {
  const addresses = selfservice.methods.oidc.providers.map(({ fedcmConfigUrl }) => fedcmConfigUrl ?? '')
  return [...new Set(addresses.flatMap((address) => originOf(address) ?? []))]
}

function authorizationAddress(provider: OidcProviderConfig): string {
  const kind = kindOf(provider.kind)
  return (kind && authorizationEndpoint(provider, kind)) ?? ''
}

/** Other schemes than these belong to apps, which forms do not lead to. */
function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? `${url.protocol}//${url.host}` : undefined
}
