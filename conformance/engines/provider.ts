import { startOpenIdProvider, type OpenIdProvider, type ProviderVerdict } from '@gatehouse/testing/providers'

/**
 * The provider of a profile. Scenarios run at the same time, so who comes follows from the login hint: an address, or a
 * word before it for those who keep something to themselves.
 */
export function startProvider(publicUrl: string): Promise<OpenIdProvider> {
  const callbacks = ['corp', 'other', 'auth0', 'asked', 'forced', 'mapped', 'failing'].map((id) => `/${id}`)
  // Kratos has one address for all that are forced to use PKCE.
  const redirectUris = ['', ...callbacks].map(
    (callback) => `${publicUrl}/self-service/methods/oidc/callback${callback}`,
  )
  const client = { clientId: 'conformance', clientSecret: 'the-secret-of-the-conformance-client', redirectUris }
  const decide = ({ login_hint: hint }: Readonly<Record<string, unknown>>) =>
    verdictOn(typeof hint === 'string' ? hint : '')
  return startOpenIdProvider([client], decide, auth0Routes)
}

/** Where Auth0 has its endpoints. The other kinds name theirs. */
const auth0Routes = { authorization: '/authorize', token: '/oauth/token', userinfo: '/userinfo' }

function verdictOn(hint: string): ProviderVerdict {
  const [, word, email = ''] = /^(?:(\w+):)?(.+)$/.exec(hint) ?? []
  if (email === '' || word === 'refuse') return { error: 'access_denied', error_description: 'not today' }
  if (word === 'nameless') return { sub: email, given_name: 'Ada' }
  return { sub: email, email, email_verified: word !== 'unverified', given_name: 'Ada' }
}
