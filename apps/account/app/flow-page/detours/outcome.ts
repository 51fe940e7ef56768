import { oneOf } from '@gatehouse/i18n/translator'
import type { ErrorEnvelope } from '@gatehouse/contract/http'
import type { FlowByKind, FlowKind } from '@gatehouse/contract/flows'

/** The reason for another form than the requested or submitted one. Texts: namespace `error`, `notice.{name}`. */
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

/** Notices of script itself; their texts are `send.{id}` of the namespace `common`. */
export type OwnNotice = (typeof ownNotices)[number]

const ownNotices = ['offline', 'too_slow', 'cancelled'] as const

/** Whether script notices this, and not the server. */
export function isOwnNotice(id: Notice): id is OwnNotice {
  return oneOf(ownNotices, id) !== undefined
}

/** The call that was answered. */
export type Phase = 'create' | 'read' | 'submit'

/** The wait of the pressed button. The other buttons of the form still work. */
export interface Wait {
  readonly seconds: number
  readonly button: { readonly name: string; readonly value: string }
}

/** The page's reaction to an answer of the identity service. */
export type Outcome<K extends FlowKind = FlowKind> =
  /** Draw this flow. */
  | {
      readonly kind: 'draw'
      readonly flow: FlowByKind[K]
      readonly status: number
      readonly notice?: Notice
      readonly wait?: Wait
    }
  /** Redirect the browser; `document` if script must not try to draw the target itself. */
  | { readonly kind: 'go'; readonly to: string; readonly document: boolean }
  /** A signed-in person has nothing left to do: redirect to the service's target. */
  | { readonly kind: 'leave' }
  /** The flow is lost: create a new one, with a notice. */
  | { readonly kind: 'restart'; readonly notice: Notice; readonly status: number }
  /** The identity service has made another flow already: draw that one. */
  | { readonly kind: 'replace'; readonly flowId: string; readonly status: number }
  /** Too many tries; the next one makes sense in so many seconds. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Another person is signed in than the one that was meant. */
  | { readonly kind: 'other_person'; readonly name: string }
  /** Nothing to draw: the error page. */
  | { readonly kind: 'refuse'; readonly envelope: ErrorEnvelope; readonly status: number }

/** The facts by which a step decides. */
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

/** Decides the outcome of one kind of refusal. */
export type Step = (situation: Situation) => Outcome<never>
