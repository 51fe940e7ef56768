import { startOpenIdProvider, type OpenIdProvider, type ProviderVerdict } from '@gatehouse/testing/providers'

/**
 * Starts the provider of a profile. Scenarios run at the same time, so the login hint decides the account: an address,
 * or a word before it for an account that withholds something.
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

/** The paths of Auth0's endpoints. The other kinds name theirs. */
const auth0Routes = { authorization: '/authorize', token: '/oauth/token', userinfo: '/userinfo' }

function verdictOn(hint: string): ProviderVerdict {
  const [, word, email = ''] = /^(?:(\w+):)?(.+)$/.exec(hint) ?? []
  if (email === '' || word === 'refuse') return { error: 'access_denied', error_description: 'not today' }
  if (word === 'nameless') return { sub: email, given_name: 'Ada' }
  return { sub: email, email, email_verified: word !== 'unverified', given_name: 'Ada' }
}
