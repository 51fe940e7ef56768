import { oneOf } from '@gatehouse/i18n/translator'
import type { ErrorEnvelope } from '@gatehouse/contract/http'
import type { FlowByKind, FlowKind } from '@gatehouse/contract/flows'

/** Why a visitor sees another form than the one they asked for or sent. Texts: namespace `error`, `notice.{name}`. */
export type Notice =
  | 'expired'
  | 'cookies_changed'
  | 'cookies_blocked'
  | 'unknown_flow'
  | 'other_account'
  | 'account_inactive'
  | 'replaced'
  | 'unavailable'
  | 'foreign_form'
  | 'too_often'
  | 'organization_unknown'
  | OwnNotice

/** What script notices by itself, and says by `send.{id}` of the namespace `common`. */
export type OwnNotice = (typeof ownNotices)[number]

const ownNotices = ['offline', 'too_slow', 'cancelled'] as const

/** Whether script notices this, and not the server. */
export function isOwnNotice(id: Notice): id is OwnNotice {
  return oneOf(ownNotices, id) !== undefined
}

/** Which call was answered. */
export type Phase = 'create' | 'read' | 'submit'

/** How long the button that was pressed has to wait. The other ways of the form are still open. */
export interface Wait {
  readonly seconds: number
  readonly button: { readonly name: string; readonly value: string }
}

/** What a page does with an answer of the identity service. */
export type Outcome<K extends FlowKind = FlowKind> =
  /** Draw this flow. */
  | {
      readonly kind: 'draw'
      readonly flow: FlowByKind[K]
      readonly status: number
      readonly notice?: Notice
      readonly wait?: Wait
    }
  /** Redirect the browser; `document` where script must not try to draw the target itself. */
  | { readonly kind: 'go'; readonly to: string; readonly document: boolean }
  /** A signed-in person has nothing left to do: on to where the service leads them. */
  | { readonly kind: 'leave' }
  /** The flow is gone: make a new one, and say why. */
  | { readonly kind: 'restart'; readonly notice: Notice; readonly status: number }
  /** The identity service has made another flow already: draw that one. */
  | { readonly kind: 'replace'; readonly flowId: string; readonly status: number }
  /** Too many tries; the next one makes sense in so many seconds. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Another person is signed in than the one that was meant. */
  | { readonly kind: 'other_person'; readonly name: string }
  /** Nothing to draw: the error page. */
  | { readonly kind: 'refuse'; readonly envelope: ErrorEnvelope; readonly status: number }

/** What a step may look at when it decides. */
export interface Situation {
  readonly kind: FlowKind
  readonly phase: Phase
  /** The page's own URL as the visitor sees it. */
  readonly url: URL
  readonly publicOrigin: string
  /** Whether the visitor's browser sent any cookie at all. */
  readonly sentCookies: boolean
  readonly envelope: ErrorEnvelope
  readonly status: number
}

/** Decides what one kind of refusal leads to. */
export type Step = (situation: Situation) => Outcome<never>
