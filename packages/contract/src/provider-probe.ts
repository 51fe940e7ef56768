/** A connection to a provider that an administrator wants to check. */
export interface ProbedConnection {
  /** As `provider` of the configuration: `generic`, `microsoft`. */
  readonly kind: string
  readonly issuerUrl: string | undefined
  readonly tenant: string | undefined
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly redirectUri: string
}

/** The faults of a provider, most basic first; refusals carry them in `details.fault`. */
export type ProbeFault =
  /** It, or an address that it names, is not https. */
  | 'not_https'
  /** It is in a private network; nothing was sent. */
  | 'private'
  | 'unreachable'
  /** Its published document is not metadata of OpenID Connect. */
  | 'not_openid'
  /** It calls itself something else: `said`. */
  | 'wrong_issuer'
  /** It serves every directory: anyone with an account in any of them could sign in. */
  | 'many_directories'
  /** It does not do the authorization code flow. */
  | 'no_codes'
  /** Client id or secret are not those that it knows. */
  | 'client_refused'

/** Whether people could sign in with it. `said`: the name it gives itself. */
export type ProbeOutcome =
  | { readonly kind: 'sound'; readonly issuer: string }
  | { readonly kind: 'faulty'; readonly fault: ProbeFault; readonly said?: string }
