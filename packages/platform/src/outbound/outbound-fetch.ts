import type { Outbound } from './call.ts'
import { received } from './received.ts'

/**
 * Returns a replacement of the global `fetch`, for libraries that accept one, with the limits of a client. It rejects
 * with an `OutboundFault`.
 */
export function outboundFetch({ call }: Outbound): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body === null ? undefined : await request.text()
    const { url, method, signal } = request
    const answer = await call({ url, method, headers: Object.fromEntries(request.headers), body, signal })
    return received(answer.status, answer.headers, () => answer.body)
  }
}
