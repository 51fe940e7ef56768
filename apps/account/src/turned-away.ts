/**
 * Why the edge turned a request away before any page saw it. Texts: namespace `error`, `{name}.title` and `.text`.
 */
export type EdgeRefusal = 'method_not_allowed' | 'too_large' | 'foreign_form' | 'malformed_address'

/** A request that was turned away, and the status of its answer. */
export interface TurnedAway {
  readonly name: EdgeRefusal
  readonly status: number
}
