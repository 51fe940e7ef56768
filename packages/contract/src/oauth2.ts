/** An application that asks for sign-ins, as the OAuth2 server knows it. Only what pages use; there is more on the wire. */
export interface OAuth2Client {
  readonly client_id: string
  readonly client_name?: string
  readonly logo_uri?: string
  readonly client_uri?: string
  readonly policy_uri?: string
  readonly tos_uri?: string
  /** Of the operator's own: people are not asked for consent, nor before it signs them out. */
  readonly skip_consent?: boolean | null
  readonly skip_logout_consent?: boolean | null
}

/** A client's request for permissions. */
export interface OAuth2ConsentRequest {
  readonly challenge: string
  /** The id of the identity that it concerns. */
  readonly subject: string
  /** True: allowed before, so there is nothing to ask. */
  readonly skip: boolean
  readonly requested_scope: readonly string[]
  readonly requested_access_token_audience: readonly string[]
  readonly client: OAuth2Client
  /** The client's first request, at the OAuth2 server's public address. */
  readonly request_url?: string
}

/** A sign-out that began at the OAuth2 server. */
export interface OAuth2LogoutRequest {
  readonly challenge: string
  readonly subject: string
  /** The client that asked for it; absent if the person started it. */
  readonly client: OAuth2Client | undefined
}

/** The permissions of a client, and the claims about the person in its tokens. */
export interface OAuth2Consent {
  readonly grant_scope: readonly string[]
  readonly grant_access_token_audience: readonly string[]
  readonly remember: boolean
  /** Seconds; 0: without an end. */
  readonly remember_for: number
  readonly session: {
    readonly id_token: Readonly<Record<string, unknown>>
    readonly access_token: Readonly<Record<string, unknown>>
  }
}
