import type { RefusedRequest } from '@gatehouse/account/refused-request'
import { compress, problemResponse } from '@gatehouse/http/answers'
import { type AddSecurityHeaders, type CspAdditions, newNonce, securityHeaders } from '@gatehouse/http/policy'
import { unansweredBy } from '@gatehouse/http/proxy'
import {
  copyRequest,
  limitBody,
  readForwarded,
  requestIdHeader,
  requestIdOf,
  setForwarded,
  setGeolocation,
} from '@gatehouse/http/requests'
import {
  currentTrace,
  inSpan,
  keepsSpans,
  type Log,
  readTraceContext,
  type SpanStart,
  traceIdOf,
} from '@gatehouse/platform/log'

import type { AnsweredRequest } from '../metrics/metrics.ts'
import type { LocateRequest } from './geolocation.ts'
import { type Arrival, type EdgeRules, findRefusal, refuse, tooLarge } from './refusals.ts'
import type { RequestFacts, Route } from './route.ts'

/** The options of the edge: the rules, the table and a log. */
export interface EdgeOptions extends EdgeRules {
  readonly routes: readonly Route[]
  readonly log: Log
  /** The project of these addresses, in spans; absent: those of the whole installation. */
  readonly project?: string | undefined
  /** Counts answers. Default: they are not counted. */
  readonly count?: ((answered: AnsweredRequest) => void) | undefined
  /** Locates the client of a request. Default: unknown. */
  readonly locate?: LocateRequest
  readonly cspAdditions?: CspAdditions
  /** Draws a refusal as a page, in the visitor's language. Absent if there are no pages. */
  readonly drawRefusal?: DrawRefusal | undefined
}

/** The headers that count from a client that is no trusted proxy. */
const noHeaders = new Headers()

/** Draws why a request was refused. */
export type DrawRefusal = (received: Request, facts: RequestFacts, refusal: RefusedRequest) => Promise<Response>

/** Answers a request from the network; `socketAddress` is the other end of the connection. Never rejects. */
export type Edge = (received: Request, socketAddress: string) => Promise<Response>

/**
 * Creates the edge, the only entry for requests. Every request gets an id, is checked and passed to the first matching
 * route; its answer gets the security headers and one line in the log.
 */
export function createEdge(options: EdgeOptions): Edge {
  const { routes, log, proxies, publicUrl, locate = () => undefined, cspAdditions = {} } = options
  const complete = securityHeaders({ https: publicUrl.protocol === 'https:', additions: cspAdditions })
  const notice = noticeHttps(publicUrl, log)
  return async (received, socketAddress) => {
    const started = performance.now()
    notice(received.headers)
    const url = new URL(received.url)
    const forwarded = readForwarded(received.headers, socketAddress, proxies)
    const requestId = requestIdOf(received.headers, forwarded.byProxy)
    const { clientAddress } = forwarded
    const geolocation = locate(forwarded.byProxy ? received.headers : noHeaders, clientAddress)
    const facts: RequestFacts = { requestId, clientAddress, geolocation, nonce: once(newNonce) }
    const asked = { method: received.method, pathname: url.pathname, headers: received.headers }
    const route = routes.find((candidate) => candidate.matches(asked))
    const { drawRefusal } = options
    const drawn = drawRefusal && ((refusal: RefusedRequest) => drawRefusal(received, facts, refusal))
    const arrival: Arrival = { received, url, forwarded, requestId, route, drawn }

    const span = requestSpan(arrival, route, options.project)
    const { finished, trace } = await inSpan(span, async ({ set, failed }) => {
      const answer = await answerOf(arrival, facts, options)
      set({ 'http.response.status_code': answer.status })
      if (answer.status >= 500) failed(String(answer.status))
      return { finished: await finish(answer, arrival, facts, complete), trace: currentTrace() }
    })
    const took = performance.now() - started
    const { method } = asked
    options.count?.({ route: route?.name ?? 'none', method, status: finished.status, seconds: took / 1000 })
    const entry = {
      requestId,
      method: asked.method,
      route: route?.name ?? '-',
      path: loggedPath(url.pathname),
      status: finished.status,
      ms: Math.round(took),
      client: clientAddress,
      ...(trace && { trace: traceIdOf(trace) }),
    }
    log[route?.logLevel ?? 'info'](entry, 'request')
    return finished
  }
}

function requestSpan(
  { received, url, forwarded, requestId }: Arrival,
  route: Route | undefined,
  project?: string,
): SpanStart {
  const { method } = received
  const name = route?.name ?? 'none'
  return {
    name: `${method} ${name}`,
    kind: 'server',
    parent: readTraceContext(received.headers),
    // Any client may name its trace; the recording is decided here, or by the proxy in front.
    isTrusted: forwarded.byProxy,
    ...(keepsSpans() && {
      attributes: {
        'http.request.method': method,
        'url.scheme': url.protocol.replace(':', ''),
        'gatehouse.route': name,
        'gatehouse.request_id': requestId,
        'gatehouse.project': project,
      },
    }),
  }
}

async function answerOf(arrival: Arrival, facts: RequestFacts, options: EdgeOptions): Promise<Response> {
  const { received, route, requestId } = arrival
  const refusal = findRefusal(arrival, options)
  if (refusal !== undefined) return refusal
  if (route === undefined) return notFound(received, requestId)

  const limited = limitBody(innerRequest(arrival, facts, options.publicUrl), route.maxBodyBytes)
  try {
    const answer = await route.handle(limited.request, facts)
    if (limited.exceeded()) return await refuse(arrival, 'too_large', tooLarge)
    const unanswered = unansweredBy(answer)
    return unanswered === undefined ? answer : await refuse(arrival, 'unreachable', unanswered)
  } catch (error) {
    if (limited.exceeded()) return refuse(arrival, 'too_large', tooLarge)
    if (received.signal.aborted) return new Response(null, { status: 499 })
    options.log.error({ err: error, requestId, route: route.name }, 'request failed')
    // The pages themselves may have failed.
    return refuse(arrival, 'crash', crash).catch(() => problemResponse(received, { ...crash, requestId }))
  }
}

const crash = {
  status: 500,
  title: 'Something went wrong here',
  detail: 'It is our fault, and it has been written down. Try again in a moment.',
}

// In place: an answer of our own services belongs to this request alone, and a copy costs as much as the answer.
function finish(
  answer: Response,
  { received, route }: Arrival,
  facts: RequestFacts,
  addSecurityHeaders: AddSecurityHeaders,
): Response | Promise<Response> {
  const { headers } = answer
  addSecurityHeaders(headers, facts.nonce, { keepsOpener: route?.keepsOpener === true })
  headers.set(requestIdHeader, facts.requestId)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  return route?.compressed === true ? compress(received, answer) : answer
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function notFound(request: Request, requestId: string): Promise<Response> {
  const detail = 'There is nothing at this address.'
  return problemResponse(request, { status: 404, title: 'Not found', detail, requestId })
}

/** A token of the control plane in one segment of a path: `gin_…`, `gsu_…`, `gol_…`, `gwk_…`, `gpk_…`. */
const tokens = /(?<=\/)(g[a-z]{2}_)[^/]+/g

/** A path as it may be logged: the tokens that links carry in it are left out. */
function loggedPath(pathname: string): string {
  return pathname.replaceAll(tokens, '$1[redacted]')
}

/**
 * The request as services behind the edge see it: at the public origin, under the request's id, with forwarding headers
 * that can be believed. Usually that is the one that was received, its headers corrected: a copy of request and headers
 * costs more than the rest of the edge.
 */
function innerRequest({ received, url }: Arrival, facts: RequestFacts, publicUrl: URL): Request {
  const { headers } = received
  if (headers.get('host') !== publicUrl.host) headers.set('host', publicUrl.host)
  setForwarded(headers, facts.clientAddress)
  setGeolocation(headers, facts.geolocation)
  headers.set(requestIdHeader, facts.requestId)
  const target = `${publicUrl.origin}${url.pathname}${url.search}`
  if (received.url === target) return received
  return copyRequest(received, { url: target, headers })
}

/**
 * Logs once that people use https although the public URL begins with http: a proxy reports it by `X-Forwarded-Proto`,
 * trusted or not. Links in mails would be for http, and cookies not encrypted.
 */
function noticeHttps(publicUrl: URL, log: Log): (headers: Headers) => void {
  let isSaid = publicUrl.protocol === 'https:'
  return (headers) => {
    if (isSaid || !/(?:^|,)\s*https\s*$/i.test(headers.get('x-forwarded-proto') ?? '')) return
    isSaid = true
    const secure = `https://${publicUrl.hostname}`
    const wrong = `The address of this service is ${publicUrl.origin}, but people come by https: links in emails and cookies are for http.`
    const fix = `set GATEHOUSE_PUBLIC_URL (of the console: GATEHOUSE_CONSOLE_URL) to ${secure}, and GATEHOUSE_TRUSTED_PROXY to the proxy that speaks https`
    log.warn({ check: 'https' }, `${wrong} Fix: ${fix}`)
  }
}
