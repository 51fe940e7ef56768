import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { OAuth2AdminClient } from '@gatehouse/client/oauth2-client'
import type { Brand } from '../app/request/brand.ts'
import type { PageFeatures } from './features.ts'
import type { RefusedRequest } from './refused-request.ts'
import type { SentForms } from './sent-forms.ts'

/** The dependencies of the pages on the process that runs them. */
export interface AccountDeps {
  readonly client: IdentityClient
  /** The admin API of the OAuth2 server; absent: there are no sign-ins for applications that speak OAuth2. */
  readonly oauth2?: OAuth2AdminClient | undefined
  /** Origins that pictures may come from, besides our own. */
  readonly imageOrigins?: readonly string[]
  /** For changes of a person's own account for which the service has no call. */
  readonly adminClient?: AdminClient | undefined
  /** Origin under which visitors see the pages, for example `https://account.example.org`. */
  readonly publicOrigin: string
  /** Asked for each request: it may change while the pages run. */
  readonly brand: () => Brand
  /** Shows the reasons of failures on the page. Never in production. */
  readonly dev: boolean
  /** Has the browser report texts that no catalogue has. */
  readonly reportMissingTexts: boolean
  /** Whether browsers may keep the names of those who signed in with them. */
  readonly rememberAccounts: boolean
  /** Whether cookies of ours are for https only. */
  readonly secureCookies: boolean
  /** Prevents the double submit of forms; every process that serves these pages has to share it. */
  readonly sentForms: SentForms
  /**
   * Gets the service's reason for a refused `return_to`. Returns the statement for developers on the page; undefined if
   * visitors are other people.
   */
  readonly onRefusedReturn?: ((reason: string, requestId: string) => string | undefined) | undefined
  /** Gets every unexpected failure, with the request id that the visitor sees. */
  readonly onError: (error: unknown, requestId: string) => void
}

/** The same, with the detected features of the identity service. */
export interface ConsoleDeps extends AccountDeps {
  readonly features: () => Promise<PageFeatures>
}

/** The process's facts about one request. */
export interface RequestInfo {
  /** The nonce of this answer's Content-Security-Policy. */
  readonly nonce: string
  readonly requestId: string
  /** The visitor's address, as far as the proxies in front can be trusted. */
  readonly clientAddress: string
  /** The edge turns the request away; `/error` says so in the visitor's language. */
  readonly refusedRequest?: RefusedRequest | undefined
}
