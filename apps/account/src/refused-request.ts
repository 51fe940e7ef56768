/**
 * Why the edge refused a request before any page saw it. Texts: namespace `error`, `{name}.title` and `.text`.
 */
export type EdgeRefusal =
  | 'method_not_allowed'
  | 'too_large'
  | 'foreign_form'
  | 'malformed_address'
  | 'unreachable'
  /** A page or a service behind the edge has thrown. */
  | 'crash'

/** A request that the edge refused, and the status of its answer. */
export interface RefusedRequest {
  readonly name: EdgeRefusal
  readonly status: number
  /** The reason of the edge, in English. */
  readonly detail: string
  /** Where a second try begins: path and query. Default: the start page. */
  readonly again?: string | undefined
}
