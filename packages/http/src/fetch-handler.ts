/** A service: one request in, one answer out. Embedded and remote services have this same shape. */
export type FetchHandler = (request: Request) => Promise<Response>
