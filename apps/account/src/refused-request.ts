/**
 * The reason why the edge refused a request before it reached a page. Most have texts: namespace `error`,
 * `{name}.title` and `.text`.
 */
export type EdgeRefusal =
  | 'method_not_allowed'
  | 'too_large'
  | 'foreign_form'
  | 'malformed_address'
  | 'unreachable'
  /** An application sends a signed-in person here again and again. */
  | 'unnoticed'
  /** The request is for a host that this service is not at. */
  | 'other_host'
  /** … that only a project could have, and none has. */
  | 'no_project'
  /** A page or a service behind the edge has thrown. */
  | 'crash'

/** A request that the edge refused, and the status of its answer. */
export interface RefusedRequest {
  readonly name: EdgeRefusal
  readonly status: number
  /** The reason of the edge, in English. */
  readonly detail: string
  /** The start of a second try: path and query, or the address of the application. Default: the start page. */
  readonly again?: string | undefined
  /** The host of the application that does not see the session. */
  readonly application?: string | undefined
  /** A statement for developers; absent if visitors are other people. */
  readonly said?: string | undefined
}
