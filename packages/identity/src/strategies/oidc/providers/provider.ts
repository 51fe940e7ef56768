import type { NamedText } from '../../../configuration/far-text.ts'
import type { Claims } from './claims.ts'
import type { Answer, ProviderKind } from './provider-kind.ts'

/** A token that a round begins with, and its secret (OAuth 1.0a). */
export interface RequestToken {
  readonly key: string
  readonly secret: string
}

/** What one round trip to a provider is started with; the provider's answer is checked against it. */
export interface Round {
  readonly state: string
  readonly nonce: string
  /** Absent: the provider does not know PKCE. */
  readonly codeVerifier: string | undefined
  readonly redirectUri: string
  /** Only where visits begin with one. */
  readonly requestToken?: RequestToken | undefined
}

/** Tokens of a provider, as they came. */
export interface ProviderTokens {
  readonly idToken: string
  readonly accessToken: string
  readonly refreshToken: string
}

/** What a provider said about the person. `reason` may be shown to people. */
export type ProviderAnswer =
  | { readonly kind: 'person'; readonly claims: Claims; readonly tokens: ProviderTokens }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** For operators: the error code of the protocol, if there is one, and what went wrong. */
      readonly fault?: { readonly code?: string; readonly text: string }
    }

/** Claims that a provider tells on the way to its answer, each part as it comes. */
export interface ProviderNews {
  /** Absent: it has no id tokens. */
  readonly idTokenClaims?: Answer
  readonly userinfo?: Answer
}

/** Where to send the person, and the round that the answer will be checked against. */
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
  /** The account follows what the provider tells, at every sign-in. */
  readonly updatesIdentity: boolean
  /** Whose verified e-mail is enough to become a way into the account that has it: Google's own mailboxes, or all. */
  readonly linksByEmail: 'own_mailboxes' | 'all' | undefined
  /** The organization whose people alone sign in here. */
  readonly organizationId: string | undefined
  /** False: the provider's word about an address is anybody's who has an account there, in whichever directory. */
  readonly isOneDirectory: boolean
  /** The issuer, where it is fixed. */
  readonly issuer: string | undefined
  /** How browsers find the provider's account chooser (FedCM); absent: it has none. */
  readonly chooser: { readonly configUrl: string; readonly clientId: string } | undefined
  depart(parameters: Readonly<Record<string, string>>): Promise<Departure>
  /** Turns the parameters of a callback into what the provider knows. `hear` is called once it has given tokens, and with all that it tells then. */
  arrive(round: Round, parameters: URLSearchParams, hear?: (news: ProviderNews) => void): Promise<ProviderAnswer>
  /** Checks an id token that a native app has got by itself. */
  verifyIdToken(token: string, nonce: string | undefined, now: number): Promise<ProviderAnswer>
  /** Checks what the provider gave a browser for a chosen account (FedCM). */
  verifyChosen(token: string, nonce: string, now: number): Promise<ProviderAnswer>
}
