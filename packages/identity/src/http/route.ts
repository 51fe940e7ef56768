/** The data of a request that a handler receives. */
export interface RouteContext {
  readonly request: Request
  readonly url: URL
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The request's cookies by name. */
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The time of the request in Unix milliseconds: one moment for the whole answer. */
  readonly now: number
  /** Returns the body's bytes. Refuses with 413 beyond the service's limit. Can be called again. */
  body(): Promise<Uint8Array>
}

/** The methods of a row. HEAD has no rows: those of GET answer it. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | '*'

/** One row of a route table. GET rows answer HEAD too; `*` answers every method. */
export interface Route {
  readonly method: RouteMethod
  /** `/sessions/:id`; a parameter fills one whole segment. Literal segments win over parameters. */
  readonly path: string
  readonly handle: (context: RouteContext) => Response | Promise<Response>
}

/** A row of a route table, with its listener. */
export interface ServedRoute extends Pick<Route, 'method' | 'path'> {
  readonly listener: 'public' | 'admin'
}
