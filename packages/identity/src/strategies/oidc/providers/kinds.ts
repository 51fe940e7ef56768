/** Where an answer of a provider keeps a claim: dotted path from the top. */
type ClaimPaths = Readonly<Record<string, string>>

/** What is particular about the providers of one kind: data only. */
export interface ProviderKind {
  /** `openid`: discovery and id tokens. `oauth2`: fixed endpoints, and the person's data from an API. */
  readonly protocol: 'openid' | 'oauth2'
  /** Absent: `issuer_url` is needed. `{tenant}` is filled in from `microsoft_tenant`. */
  readonly issuer?: string
  /** `oauth2` only. */
  readonly endpoints?: { readonly authorization: string; readonly token: string; readonly person: string }
  /** Asked for besides the configured ones. */
  readonly scopes: readonly string[]
  /** `oauth2`: the kind knows PKCE (S256). `openid` providers say so themselves. */
  readonly pkce?: boolean
  /** Standard claims that the provider's answer calls otherwise. The rest is taken by its own name. */
  readonly claims?: ClaimPaths
  /** `never`: what the provider says about an e-mail proves nothing. Default: what it claims. */
  readonly emailVerified?: 'never'
  /** Its id tokens carry no nonce; state and PKCE protect alone. */
  readonly withoutNonce?: boolean
  /** Parameters of the authorization address. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Code that only this kind needs. */
  readonly quirks?: readonly Quirk[]
}

/**
 * `verified_emails`: addresses and their state come from a second API call. `app_secret_proof`: API calls are signed.
 * `signed_client_secret`: the client secret is a token made from a key. `scope_list`: the token answer's scope is a
 * list. `person_in_form`: the name comes with the first callback only.
 */
export type Quirk = 'verified_emails' | 'app_secret_proof' | 'signed_client_secret' | 'scope_list' | 'person_in_form'

/** TABLE: the kinds of providers by the name that the configuration gives them (`provider`). */
export const providerKinds: Readonly<Record<string, ProviderKind>> = {
  generic: { protocol: 'openid', scopes: ['openid'] },
  auth0: { protocol: 'openid', scopes: ['openid'] },
  salesforce: { protocol: 'openid', scopes: ['openid'] },
  google: { protocol: 'openid', issuer: 'https://accounts.google.com', scopes: ['openid'] },
  gitlab: { protocol: 'openid', issuer: 'https://gitlab.com', scopes: ['openid'] },
  microsoft: {
    protocol: 'openid',
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    scopes: ['openid'],
    // Tenants let their administrators write any address there.
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
  linkedin: {
    protocol: 'openid',
    issuer: 'https://www.linkedin.com/oauth',
    scopes: ['openid', 'profile', 'email'],
    withoutNonce: true,
  },
  linkedin_v2: {
    protocol: 'openid',
    issuer: 'https://www.linkedin.com/oauth',
    scopes: ['openid', 'profile', 'email'],
    withoutNonce: true,
  },
  twitch: {
    protocol: 'openid',
    issuer: 'https://id.twitch.tv/oauth2',
    scopes: ['openid'],
    parameters: {
      claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null,"picture":null}}',
    },
    quirks: ['scope_list'],
  },
  netid: { protocol: 'openid', issuer: 'https://broker.netid.de', scopes: ['openid'] },
  github: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      person: 'https://api.github.com/user',
    },
    scopes: ['user:email'],
    pkce: true,
    claims: {
      sub: 'id',
      nickname: 'login',
      preferred_username: 'login',
      picture: 'avatar_url',
      profile: 'html_url',
      website: 'blog',
    },
    quirks: ['verified_emails'],
  },
  facebook: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://www.facebook.com/v21.0/dialog/oauth',
      token: 'https://graph.facebook.com/v21.0/oauth/access_token',
      person: 'https://graph.facebook.com/v21.0/me?fields=id,name,first_name,last_name,middle_name,email,picture',
    },
    scopes: ['public_profile', 'email'],
    claims: { sub: 'id', given_name: 'first_name', family_name: 'last_name', picture: 'picture.data.url' },
    emailVerified: 'never',
    quirks: ['app_secret_proof'],
  },
  discord: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      person: 'https://discord.com/api/users/@me',
    },
    scopes: ['identify', 'email'],
    claims: {
      sub: 'id',
      name: 'username',
      nickname: 'username',
      preferred_username: 'username',
      email_verified: 'verified',
    },
  },
  spotify: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://accounts.spotify.com/authorize',
      token: 'https://accounts.spotify.com/api/token',
      person: 'https://api.spotify.com/v1/me',
    },
    scopes: ['user-read-email', 'user-read-private'],
    pkce: true,
    claims: { sub: 'id', name: 'display_name', nickname: 'display_name', profile: 'external_urls.spotify' },
    emailVerified: 'never',
  },
}

/** Kinds that Kratos knows and that need code this service does not have. */
export const missingKinds: ReadonlySet<string> = new Set([
  'amazon',
  'dingtalk',
  'fedcm-test',
  'github-app',
  'jackson',
  'lark',
  'line',
  'patreon',
  'uaepass',
  'vk',
  'x',
  'yandex',
])
