import type { IdentityClient } from '@gatehouse/client/client'
import type { LanguageCode } from '@gatehouse/i18n/languages'
import type { ControlPlanePort } from './control-plane-port.ts'

/** The outcome of mailing an invitation. */
export type Invited = 'mailed' | 'no_mail_server' | 'too_many_messages'

/** The dependencies of the console on the process that runs it. */
export interface ConsoleDeps {
  /** The identity service that operators sign in with; its host may be another one than the console's. */
  readonly client: IdentityClient
  readonly controlPlane: ControlPlanePort
  /** Mails a person the invitation link, valid for `minutes`. If it cannot, the link has to be handed over. */
  readonly inviteOperator: (invitation: {
    readonly email: string
    readonly link: string
    readonly minutes: number
    /** The inviting operator's: the best guess for an address without an account. */
    readonly language: LanguageCode
  }) => Promise<Invited>
  /** The console's own origin, for example `https://console.example.org`. */
  readonly publicOrigin: string
  /** The address of the operators' account pages. */
  readonly accountUrl: string
  readonly brand: { readonly name: string }
  /** Shows the reasons of failures on the page. Never in production. */
  readonly dev: boolean
  /** Whether the console is on https: its cookies are then for https alone, and bound to its host. */
  readonly secureCookies: boolean
  /** Gets every unexpected failure, with the request id that the visitor sees. */
  readonly onError: (error: unknown, requestId: string) => void
}

/** The process's facts about one request. */
export interface RequestInfo {
  /** The nonce of this answer's Content-Security-Policy. */
  readonly nonce: string
  readonly requestId: string
  /** Whether the visitor's program shows pages: a browser's address bar, not a script. */
  readonly wantsPage: boolean
  /** The visitor's address, as far as the proxies in front can be trusted. */
  readonly clientAddress: string
  /** The reason why the edge refused the request; the page that says so is then drawn, whatever the address. */
  readonly refused?: RefusedRequest | undefined
}

/** A request that the edge refused, or that failed there. */
export interface RefusedRequest {
  readonly name: string
  readonly status: number
  /** The edge's description of the refusal, in English. */
  readonly detail: string
}
