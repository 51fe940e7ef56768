/**
 * A service: one request in, one answer out. Embedded and remote services have this same shape. The answer is of the
 * service's own making, so that its headers can be completed: those of `fetch` and `Response.redirect` are read-only.
 */
export type FetchHandler = (request: Request) => Promise<Response>
