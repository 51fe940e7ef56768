import type { NamedText } from '../../../configuration/far-text.ts'
import type { Claims } from './claims.ts'
import type { Answer, ProviderKind } from './provider-kind.ts'

/** A token that a round begins with, and its secret (OAuth 1.0a). */
export interface RequestToken {
  readonly key: string
  readonly secret: string
}

/** The start values of one round trip to a provider; the provider's answer is checked against them. */
export interface Round {
  readonly state: string
  readonly nonce: string
  /** Absent: the provider does not support PKCE. */
  readonly codeVerifier: string | undefined
  readonly redirectUri: string
  /** Only for kinds whose rounds begin with one. */
  readonly requestToken?: RequestToken | undefined
}

/** Tokens of a provider, as they came. */
export interface ProviderTokens {
  readonly idToken: string
  readonly accessToken: string
  readonly refreshToken: string
}

/** A provider's answer about the person. `reason` may be shown to people. */
export type ProviderAnswer =
  | { readonly kind: 'person'; readonly claims: Claims; readonly tokens: ProviderTokens }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** For operators: the error code of the protocol, if there is one, and the fault. */
      readonly fault?: { readonly code?: string; readonly text: string }
    }

/** Claims that a provider sends before its answer is complete, each part as it arrives. */
export interface ProviderNews {
  /** Absent: it has no id tokens. */
  readonly idTokenClaims?: Answer
  readonly userinfo?: Answer
}

/** The address to send the person to, and the round that the answer will be checked against. */
export type Departure =
  | { readonly kind: 'ready'; readonly url: URL; readonly round: Round }
  | { readonly kind: 'failed'; readonly reason: string }

/** A provider that people can sign in with. Never rejects. */
export interface OidcProvider {
  readonly id: string
  readonly label: string
  readonly kind: ProviderKind
  readonly mapper: NamedText | undefined
  readonly mapperUrl: string | undefined
  /** The provider's claims update the account at every sign-in. */
  readonly updatesIdentity: boolean
  /** The verified e-mail addresses that suffice to link an account: Google's own mailboxes, or all. */
  readonly linksByEmail: 'own_mailboxes' | 'all' | undefined
  /** The only organization whose people sign in here. */
  readonly organizationId: string | undefined
  /** False: the provider has accounts of many directories, and its word about an address can come from any of them. */
  readonly isOneDirectory: boolean
  /** The issuer, if it is fixed. */
  readonly issuer: string | undefined
  /** The configuration of the provider's account chooser (FedCM); absent: it has none. */
  readonly chooser: { readonly configUrl: string; readonly clientId: string } | undefined
  depart(parameters: Readonly<Record<string, string>>): Promise<Departure>
  /**
   * Turns the parameters of a callback into claims. Calls `hear` once it has tokens, and with all claims it receives.
   */
  arrive(round: Round, parameters: URLSearchParams, hear?: (news: ProviderNews) => void): Promise<ProviderAnswer>
  /** Checks an id token that a native app obtained from the provider. */
  verifyIdToken(token: string, nonce: string | undefined, now: number): Promise<ProviderAnswer>
  /** Checks the provider's token for an account chosen in the browser (FedCM). */
  verifyChosen(token: string, nonce: string, now: number): Promise<ProviderAnswer>
}
