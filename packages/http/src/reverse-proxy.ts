import { createExchange, type ExchangeFailure, type ExchangeTimeouts } from '@gatehouse/platform/outbound'
import { type Problem, problemResponse } from './problem.ts'
import { requestIdHeader } from './request.ts'

/** The upstream of a reverse proxy, and its callback for failures. */
export interface ReverseProxyOptions {
  /** Base URL; its path is put before that of the request. */
  readonly upstream: URL
  readonly timeouts?: ExchangeTimeouts
  /** Called once for each request without an answer. */
  readonly onFailure?: (why: ExchangeFailure, cause: unknown, requestId: string) => void
}

type Unanswered = Pick<Problem, 'status' | 'title' | 'detail'>

// prettier-ignore
const failures: Readonly<Record<ExchangeFailure, Unanswered>> = {
  timeout:     { status: 504, title: 'The sign-in service is too slow',     detail: 'It did not answer in time. Try again in a moment.' },
  unreachable: { status: 502, title: 'The sign-in service is unreachable',  detail: 'It cannot be reached right now. Try again in a moment.' },
  aborted:     { status: 499, title: 'The request was given up',            detail: 'The connection was closed before an answer came.' },
}

/**
 * Forwards requests and answers, unchanged except for hop-by-hop headers. The request's own URL is the visitor's, and
 * X-Forwarded-For the edge's. Redirects and every Set-Cookie reach the visitor as the upstream sent them.
 */
export function createReverseProxy(options: ReverseProxyOptions): FetchHandler {
  const exchange = createExchange('identity_engine', options.timeouts ?? { answerMs: 30_000, idleMs: 30_000 })
  const prefix = options.upstream.pathname.replace(/\/$/, '')
  return async (request) => {
    const asked = new URL(request.url)
    const target = new URL(options.upstream.origin)
    target.pathname = prefix + asked.pathname
    target.search = asked.search
    const headers = endToEndHeaders(request.headers)
    headers.set('host', target.host)
    headers.set('x-forwarded-host', asked.host)
    headers.set('x-forwarded-proto', asked.protocol.replace(':', ''))
    // This process itself has answered it with 100 Continue.
    headers.delete('expect')
    const { method, body, signal } = request
    // A length without a body would make the upstream take the next visitor's request on this connection for one.
    if (body === null) headers.delete('content-length')
    const result = await exchange(target, { method, headers, body, signal })
    if (result.kind === 'answer') {
      const { response } = result
      return new Response(response.body, { status: response.status, headers: endToEndHeaders(response.headers) })
    }
    const requestId = request.headers.get(requestIdHeader) ?? ''
    options.onFailure?.(result.why, result.cause, requestId)
    const problem = await problemResponse(request, { ...failures[result.why], requestId })
    unanswered.set(problem, failures[result.why])
    return problem
  }
}

const unanswered = new WeakMap<Response, Unanswered>()

/** Returns the refusal if the upstream gave no answer, for a caller that draws its own page; otherwise `undefined`. */
export function unansweredBy(answer: Response): Unanswered | undefined {
  return unanswered.get(answer)
}

// The headers of RFC 9110, 7.6.1, and the proxy headers that concern one connection only.
const hopByHop: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** A copy without the headers that end at this hop: the known ones and those that `Connection` names. */
function endToEndHeaders(headers: Headers): Headers {
  const kept = new Headers(headers)
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase())
  for (const name of [...hopByHop, ...named]) if (isHeaderName(name)) kept.delete(name)
  return kept
}

function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)
}

/**
 * A service: one request in, one answer out. Embedded and remote services have this same shape. The answer is of the
 * service's own making, so that its headers can be completed: those of `fetch` and `Response.redirect` are read-only.
 */
export type FetchHandler = (request: Request) => Promise<Response>
