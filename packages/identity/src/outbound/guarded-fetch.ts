import { createOutbound, type OutboundOptions } from './call.ts'
import { urlMatcher } from './url-pattern.ts'
import type { IdentityConfig } from '../configuration/config.ts'

/** Which addresses calls other than web hooks may go to. */
export function elsewhere({ allowPrivateElsewhere, privateExceptions }: IdentityConfig['outbound']) {
  const isException = urlMatcher(privateExceptions)
  return (url: string): boolean => allowPrivateElsewhere || isException(url)
}

/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** As the global `fetch`, but for private addresses, redirects (never followed) and long answers. */
export function createGuardedFetch(options: OutboundOptions): typeof globalThis.fetch {
  const send = createOutbound(options)
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body === null ? undefined : await request.text()
    const { url, method } = request
    const answer = await send({ url, method, headers: Object.fromEntries(request.headers), body })
    return new Response(bodiless.has(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    })
  }
}
