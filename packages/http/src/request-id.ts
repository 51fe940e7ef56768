import { randomUUID } from 'node:crypto'

/** The header that names a request from the front proxy to the last log line. */
export const requestIdHeader = 'x-request-id'

// Short and plain, so that log lines, pages and headers can contain an id without escaping.
const saneRequestId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$/

/** The id of a request: a trusted proxy's own when it is sane, else a new one. */
export function requestIdOf(headers: Headers, trusted: boolean): string {
  const incoming = headers.get(requestIdHeader)
  return trusted && incoming !== null && saneRequestId.test(incoming) ? incoming : randomUUID()
}
