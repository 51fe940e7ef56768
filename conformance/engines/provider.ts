import { startOpenIdProvider } from '@gatehouse/testing/openid-provider'
import type { OpenIdProvider, ProviderVerdict } from '@gatehouse/testing/openid-provider'

/**
 * The provider of a profile. Scenarios run at the same time, so who comes is told by the login hint: an address, or a
 * word before it for those who keep something to themselves.
 */
export function startProvider(publicUrl: string): Promise<OpenIdProvider> {
  const redirectUris = ['corp', 'other'].map((id) => `${publicUrl}/self-service/methods/oidc/callback/${id}`)
  const client = { clientId: 'conformance', clientSecret: 'the-secret-of-the-conformance-client', redirectUris }
  return startOpenIdProvider([client], ({ login_hint: hint }) => verdictOn(typeof hint === 'string' ? hint : ''))
}

function verdictOn(hint: string): ProviderVerdict {
  const [, word, email = ''] = /^(?:(\w+):)?(.+)$/.exec(hint) ?? []
  if (email === '' || word === 'refuse') return { error: 'access_denied', error_description: 'not today' }
  if (word === 'nameless') return { sub: email, given_name: 'Ada' }
  return { sub: email, email, email_verified: word !== 'unverified', given_name: 'Ada' }
}
