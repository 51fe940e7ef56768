import type { ErrorEnvelope } from '@gatehouse/contract/http'
import type { Flow } from '@gatehouse/contract/flows'

/** Metadata of every answer. `setCookie` must reach the visitor's browser unchanged. */
export interface AnswerMetadata {
  readonly status: number
  readonly setCookie: readonly string[]
  readonly headers: Headers
}

/** The service did what was asked. */
export interface OkAnswer<T> extends AnswerMetadata {
  readonly kind: 'ok'
  readonly body: T
}

/** The service wants the form corrected: the flow with its messages (status 400). */
export interface FlowAnswer<F extends Flow = Flow> extends AnswerMetadata {
  readonly kind: 'flow'
  readonly flow: F
}

/**
 * The service refused. `malformed` is present if the answer was unknown to the wire, such as a proxy's HTML page: the
 * envelope is then the client's own, with `error.id` `malformed_answer` and a status of 400 or more.
 */
export interface ErrorAnswer extends AnswerMetadata {
  readonly kind: 'error'
  readonly envelope: ErrorEnvelope
  readonly malformed?: MalformedAnswer
}

/** A response that does not have the expected shape. `excerpt` is for logs, never for a page. */
export interface MalformedAnswer {
  readonly status: number
  readonly contentType: string
  readonly excerpt: string
}

/** The service redirects (a 3xx with a Location); nothing was followed. */
export interface RedirectAnswer extends AnswerMetadata {
  readonly kind: 'redirect'
  readonly location: string
}

/** Every outcome of a call that reached the service. */
export type Answer<T, F extends Flow = Flow> = OkAnswer<T> | FlowAnswer<F> | ErrorAnswer | RedirectAnswer
