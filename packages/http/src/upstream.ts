import { request as requestHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { request as requestHttps, Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

/** How long an upstream may take, in milliseconds. */
export interface UpstreamTimeouts {
  /** Until the first byte of the answer. */
  readonly answerMs: number
  /** Between two pieces of the answer's body. */
  readonly idleMs: number
}

/** Why no answer came. */
export type UpstreamFailure = 'timeout' | 'unreachable' | 'aborted'

/** One exchange with an upstream. */
export type UpstreamResult =
  | { readonly kind: 'answer'; readonly response: Response }
  | { readonly kind: 'failure'; readonly why: UpstreamFailure; readonly cause: unknown }

const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 256 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 256 }),
}

const nullBodyStatuses: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Sends a request exactly as given. Global `fetch` would add headers of its own (Sec-Fetch-Mode among them, which the
 * identity API reads), follow redirects and undo compression; a proxy does none of these.
 */
export function exchange(
  url: URL,
  init: {
    readonly method: string
    readonly headers: Headers
    readonly body: ReadableStream | null
    readonly signal: AbortSignal
  },
  timeouts: UpstreamTimeouts,
): Promise<UpstreamResult> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:'
    const send = secure ? requestHttps : requestHttp
    let timedOut = false
    const outgoing = send(url, {
      method: init.method,
      headers: [...init.headers].flat(),
      agent: secure ? agents.https : agents.http,
      signal: init.signal,
    })
    const deadline = setTimeout(() => {
      timedOut = true
      outgoing.destroy()
    }, timeouts.answerMs)
    outgoing.once('response', (incoming) => {
      clearTimeout(deadline)
      // Whoever reads the body sees the error; without a reader it must not end the process.
      incoming.on('error', () => {})
      incoming.setTimeout(timeouts.idleMs, () => incoming.destroy(new Error('The upstream stopped sending.')))
      resolve(toResult(incoming))
    })
    outgoing.on('error', (cause) => {
      clearTimeout(deadline)
      resolve({ kind: 'failure', why: timedOut ? 'timeout' : init.signal.aborted ? 'aborted' : 'unreachable', cause })
    })
    if (init.body === null) outgoing.end()
    else {
      const body = Readable.fromWeb(init.body as NodeReadableStream)
      body.once('error', (error) => outgoing.destroy(error))
      body.pipe(outgoing)
    }
  })
}

function toResult(incoming: IncomingMessage): UpstreamResult {
  try {
    return { kind: 'answer', response: toResponse(incoming) }
  } catch (cause) {
    // A status or header that HTTP does not know.
    incoming.destroy()
    return { kind: 'failure', why: 'unreachable', cause }
  }
}

function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const status = incoming.statusCode ?? 502
  if (nullBodyStatuses.has(status)) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  return new Response(Readable.toWeb(incoming) as ReadableStream, { status, headers })
}
