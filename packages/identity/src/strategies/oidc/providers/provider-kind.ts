/** An answer of a provider: its JSON. */
export type Answer = Readonly<Record<string, unknown>>

/** The position of each claim in a provider's answer: dotted path from the top. */
type ClaimPaths = Readonly<Record<string, string>>

/** Addresses of providers that publish none. `{issuer}` is replaced by `issuer_url`, or the kind's own issuer. */
export interface Endpoints {
  readonly authorization: string
  readonly token: string
  /** The address of the person's data. */
  readonly person: string
  /** Further data, added to the person's under these names. */
  readonly further?: Readonly<Record<string, string>>
  /** `oauth1`: the address that begins a round. */
  readonly request?: string
}

/** The differences of a token endpoint from the protocol. Both functions use the protocol's names. */
export interface TokenDialect {
  /** Returns the body in place of the form. */
  readonly body?: (form: URLSearchParams) => { readonly type: string; readonly text: string }
  readonly answer?: (answer: Answer) => Answer
}

/** The particulars of the providers of one kind. */
export interface ProviderKind {
  /**
   * `openid`: id tokens. `oauth2`: fixed endpoints, and the person's data from an API. `oauth1`: the same, with signed
   * requests.
   */
  readonly protocol: 'openid' | 'oauth2' | 'oauth1'
  /** Absent: `issuer_url` is required. `{tenant}` is replaced by `microsoft_tenant`. */
  readonly issuer?: string
  /** Not for `openid`, which publishes them. */
  readonly endpoints?: Endpoints
  /** `openid` without published metadata: keys and claims are beside the configured `token_url`, at these paths. */
  readonly unpublished?: { readonly token: string; readonly keys: string; readonly person: string }
  /** Requested in addition to the configured ones. */
  readonly scopes: readonly string[]
  /** The kind supports PKCE (S256). Absent: `openid` metadata says so; others do not. */
  readonly pkce?: boolean
  /** The position of the client's secret. Default: as `openid` metadata says, the body for the others. */
  readonly clientSecretIn?: 'header' | 'body'
  /** The source of the claims unless the configuration sets it. Default: the id token. */
  readonly claimsSource?: 'userinfo'
  /** Standard claims that have other names in the provider's answer. The rest keeps its name. */
  readonly claims?: ClaimPaths
  /** Converts an answer whose claims no paths reach. */
  readonly shape?: (answer: Answer) => Answer
  /** `never`: the provider's word about an e-mail address proves nothing. Default: its claim counts. */
  readonly emailVerified?: 'never'
  /** Its id tokens carry no nonce; only state and PKCE protect. */
  readonly withoutNonce?: boolean
  /** Parameters of the authorization address; a page may replace those that it may choose. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Parameters of the token request. */
  readonly tokenParameters?: Readonly<Record<string, string>>
  readonly tokenDialect?: TokenDialect
  /** The position of the access token in requests to the person's endpoint. Default: `Authorization: Bearer`. */
  readonly accessToken?:
    | { readonly in: 'header'; readonly name: string; readonly scheme?: string }
    | { readonly in: 'body'; readonly name: string }
  /** The callback's name of the code, if it is not `code`. */
  readonly codeParameter?: string
  /** The method in the callback's path. Default: `oidc`. */
  readonly callback?: 'saml'
  /** Code that only this kind needs. */
  readonly quirks?: readonly Quirk[]
}

/**
 * `app_secret_proof`: API calls are signed. `signed_client_secret`: the client secret is a token signed with a key.
 * `person_in_form`: the name comes with the first callback only. `claims_in_token_answer`: some come with the access
 * token. `exchanged_tokens`: the token of the browser's account chooser has to be exchanged for an id token.
 */
export type Quirk =
  | 'app_secret_proof'
  | 'signed_client_secret'
  | 'person_in_form'
  | 'claims_in_token_answer'
  | 'exchanged_tokens'
