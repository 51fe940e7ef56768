import { oauthKinds } from './oauth-kinds.ts'
import type { ProviderKind, Answer } from './provider-kind.ts'

/** TABLE: providers with OpenID Connect. */
export const openidKinds: Readonly<Record<string, ProviderKind>> = {
  generic: { protocol: 'openid', scopes: ['openid'] },
  // Kratos accepts this kind without checking signatures. Here it is a generic provider under another name.
  'fedcm-test': { protocol: 'openid', scopes: ['openid'] },
  auth0: { protocol: 'openid', scopes: ['openid'], claimsSource: 'userinfo' },
  salesforce: { protocol: 'openid', scopes: ['openid'], claimsSource: 'userinfo' },
  google: { protocol: 'openid', issuer: 'https://accounts.google.com', scopes: ['openid'] },
  gitlab: { protocol: 'openid', issuer: 'https://gitlab.com', scopes: ['openid'] },
  microsoft: {
    protocol: 'openid',
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    scopes: ['openid'],
    // Administrators of tenants can enter any address there.
    emailVerified: 'never',
  },
  apple: {
    protocol: 'openid',
    issuer: 'https://appleid.apple.com',
    scopes: ['openid'],
    parameters: { response_mode: 'form_post' },
    quirks: ['signed_client_secret', 'person_in_form'],
  },
  slack: { protocol: 'openid', issuer: 'https://slack.com', scopes: ['openid'] },
  linkedin_v2: {
    protocol: 'openid',
    issuer: 'https://www.linkedin.com/oauth',
    scopes: ['openid', 'profile', 'email'],
    withoutNonce: true,
  },
  line: {
    protocol: 'openid',
    issuer: 'https://access.line.me',
    scopes: ['openid'],
    // Otherwise the id token is signed with the client's secret, which proves nothing to others.
    tokenParameters: { id_token_key_type: 'JWK' },
  },
  twitch: {
    protocol: 'openid',
    issuer: 'https://id.twitch.tv/oauth2',
    scopes: ['openid'],
    parameters: {
      claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null,"picture":null}}',
    },
    tokenDialect: { answer: withScopeText },
  },
  netid: {
    protocol: 'openid',
    issuer: 'https://broker.netid.de',
    scopes: ['openid'],
    claimsSource: 'userinfo',
    quirks: ['exchanged_tokens'],
  },
  jackson: {
    protocol: 'openid',
    unpublished: { token: '/api/oauth/token', keys: '/oauth/jwks', person: '/api/oauth/userinfo' },
    scopes: ['openid'],
    claims: { given_name: 'firstName', family_name: 'lastName' },
    callback: 'saml',
  },
}

/** Converts a scope in the form of a list to the text of the protocol. */
function withScopeText(answer: Answer): Answer {
  const { scope } = answer
  return Array.isArray(scope) ? { ...answer, scope: scope.join(' ') } : answer
}

/** TABLE: the kinds of providers by their name in the configuration (`provider`). */
export const providerKinds: Readonly<Record<string, ProviderKind>> = { ...openidKinds, ...oauthKinds }

/** Returns the kind of this name, if there is one. */
export function kindOf(name: string): ProviderKind | undefined {
  return Object.hasOwn(providerKinds, name) ? providerKinds[name] : undefined
}
