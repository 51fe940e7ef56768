/** An answer of a provider: JSON, as it came. */
export type Answer = Readonly<Record<string, unknown>>

/** Where an answer of a provider keeps a claim: dotted path from the top. */
type ClaimPaths = Readonly<Record<string, string>>

/** Addresses of providers that publish none. `{issuer}` stands for `issuer_url`, or the kind's own issuer. */
export interface Endpoints {
  readonly authorization: string
  readonly token: string
  /** Where the person's data comes from. */
  readonly person: string
  /** Further data, put beside the person's under these names. */
  readonly further?: Readonly<Record<string, string>>
  /** `oauth1`: where a round begins. */
  readonly request?: string
}

/** How a token endpoint differs from the protocol. Both get and return what the protocol calls it. */
export interface TokenDialect {
  /** The body that is sent in the place of the form. */
  readonly body?: (form: URLSearchParams) => { readonly type: string; readonly text: string }
  readonly answer?: (answer: Answer) => Answer
}

/** What is particular about the providers of one kind. */
export interface ProviderKind {
  /**
   * `openid`: id tokens. `oauth2`: fixed endpoints, and the person's data from an API. `oauth1`: the same, with signed
   * requests.
   */
  readonly protocol: 'openid' | 'oauth2' | 'oauth1'
  /** Absent: `issuer_url` is needed. `{tenant}` is filled in from `microsoft_tenant`. */
  readonly issuer?: string
  /** Not for `openid`, which publishes them. */
  readonly endpoints?: Endpoints
  /** `openid`, where nothing is published: keys and claims lie beside the configured `token_url`, at these paths. */
  readonly unpublished?: { readonly token: string; readonly keys: string; readonly person: string }
  /** Asked for besides the configured ones. */
  readonly scopes: readonly string[]
  /** The kind knows PKCE (S256). Absent: `openid` providers say so themselves; others do not. */
  readonly pkce?: boolean
  /** How the client shows its secret. Default: what `openid` publishes, the body for the others. */
  readonly clientSecretIn?: 'header' | 'body'
  /** Where the claims come from unless the configuration says so. Default: the id token. */
  readonly claimsSource?: 'userinfo'
  /** Standard claims that the provider's answer calls otherwise. The rest is taken by its own name. */
  readonly claims?: ClaimPaths
  /** Makes claims of an answer in which paths do not reach them. */
  readonly shape?: (answer: Answer) => Answer
  /** `never`: what the provider says about an e-mail proves nothing. Default: what it claims. */
  readonly emailVerified?: 'never'
  /** Its id tokens carry no nonce; state and PKCE protect alone. */
  readonly withoutNonce?: boolean
  /** Parameters of the authorization address, which a page may replace where it may choose them. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Parameters of the token request. */
  readonly tokenParameters?: Readonly<Record<string, string>>
  readonly tokenDialect?: TokenDialect
  /** How the access token is shown to the person's endpoint. Default: `Authorization: Bearer`. */
  readonly accessToken?:
    | { readonly in: 'header'; readonly name: string; readonly scheme?: string }
    | { readonly in: 'body'; readonly name: string }
  /** What the callback calls the code, where it is not `code`. */
  readonly codeParameter?: string
  /** The part of the callback's address that says the method. Default: `oidc`. */
  readonly callback?: 'saml'
  /** Code that only this kind needs. */
  readonly quirks?: readonly Quirk[]
}

/**
 * `app_secret_proof`: API calls are signed. `signed_client_secret`: the client secret is a token made from a key.
 * `person_in_form`: the name comes with the first callback only. `claims_in_token_answer`: some come with the access
 * token. `exchanged_tokens`: what the browser's account chooser hands out has to be exchanged for an id token.
 */
export type Quirk =
  | 'app_secret_proof'
  | 'signed_client_secret'
  | 'person_in_form'
  | 'claims_in_token_answer'
  | 'exchanged_tokens'
