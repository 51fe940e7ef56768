import { withoutTrailing } from '@gatehouse/contract/http'
import {
  ConcurrentChangeError,
  isStorageFull,
  StaleReferenceError,
  UnreachableDatabaseError,
} from '@gatehouse/platform/database'
import { RefusalError, bodyReader, createRouteTable, envelopeRefusal } from '@gatehouse/platform/http'
import { type Log, inSpan, logOutage } from '@gatehouse/platform/log'
import type { Clock } from '@gatehouse/platform/work'
import { parseCookie } from 'cookie'
import { errorAnswer, movedAnswer, textAnswer } from './answer.ts'
import type { Route, RouteContext } from './route.ts'

/** Headers to set, in order. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A route table, with the options for all of it. A body longer than `bodyLimitBytes` is refused with 413. */
export interface ListenerOptions {
  readonly routes: readonly Route[]
  readonly clock: Clock
  readonly log: Log
  readonly bodyLimitBytes: number
  /** Returns headers for every answer that does not set them itself. */
  readonly headers: (request: Request, url: URL) => HeaderList
  /** Returns the path of the route table for a requested path. */
  readonly toPath?: (pathname: string) => string
  /** Called before the table: addresses that another listener serves. */
  readonly redirect?: (url: URL) => Response | undefined
  /** Returns the answer if no row matches; nothing: the plain one. */
  readonly otherwise?: (request: Request, url: URL) => Response | undefined
}

/** Creates a function from request to answer for a route table. It never rejects. */
export function createListener(options: ListenerOptions): (request: Request) => Promise<Response> {
  const match = createRouteTable(options.routes)
  const { log, clock, bodyLimitBytes, toPath = (pathname) => pathname } = options

  function route(request: Request, url: URL): Response | Promise<Response> {
    const tooLong = envelopeRefusal(request, url)
    if (tooLong) return errorAnswer(tooLong)
    const redirected = options.redirect?.(url)
    if (redirected) return redirected
    const found = match(request.method, toPath(url.pathname))
    if (found.kind !== 'found') {
      const bare = withoutSlashes(request, url)
      if (bare && match('GET', toPath(bare.pathname)).kind === 'found') return movedAnswer(bare.location)
      const allowed = found.kind === 'wrong_method' ? found.allowed : []
      return options.otherwise?.(request, url) ?? plainAnswer(request, allowed)
    }
    const context: RouteContext = {
      request,
      url,
      params: found.params,
      cookies: cookiesOf(request.headers),
      now: clock(),
      body: bodyReader(request, bodyLimitBytes),
    }
    const { method, path } = found.row
    return inSpan({ name: `${method} ${path}`, kind: 'internal' }, async (span) => {
      const answer = await found.row.handle(context)
      span.set({ 'http.response.status_code': answer.status })
      return answer
    })
  }

  async function answerOf(request: Request, url: URL): Promise<Response> {
    try {
      return await route(request, url)
    } catch (error) {
      return failure(error, request, log)
    }
  }

  return async (request) => {
    const url = new URL(request.url)
    const answer = await answerOf(request, url)
    const { headers } = answer
    for (const [name, value] of options.headers(request, url)) if (!headers.has(name)) headers.set(name, value)
    if (request.method === 'GET') return answer
    return request.method === 'HEAD' ? new Response(null, answer) : withoutPage(answer)
  }
}

/** Returns the path without trailing slashes and its location, which is relative, for services below a prefix. */
function withoutSlashes({ method }: Request, { pathname, search }: URL) {
  const bare = withoutTrailing(pathname, '/')
  if ((method !== 'GET' && method !== 'HEAD') || bare === pathname || bare === '') return undefined
  const up = '../'.repeat(pathname.length - bare.length)
  return { pathname: bare, location: `${up}${bare.slice(bare.lastIndexOf('/') + 1)}${search}` }
}

/** The maximum length of a cookie. Browsers store no longer one, so such a cookie is not ours. */
const longestCookie = 4_096

function cookiesOf(headers: Headers): RouteContext['cookies'] {
  const cookies = parseCookie(headers.get('cookie') ?? '')
  for (const [name, value = ''] of Object.entries(cookies)) {
    if (name.length + value.length > longestCookie) delete cookies[name]
  }
  return cookies
}

/** Removes the body of a redirect for clients that did not ask for a page. */
function withoutPage(answer: Response): Response {
  if (answer.headers.get('location') === null || answer.headers.get('content-type')?.startsWith('text/html') !== true) {
    return answer
  }
  const bare = new Response(null, answer)
  bare.headers.delete('content-type')
  return bare
}

function plainAnswer(request: Request, allowed: readonly string[]): Response {
  if (allowed.length === 0) return textAnswer(404, '404 page not found\n')
  const answer =
    request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : textAnswer(405, 'Method Not Allowed\n')
  answer.headers.set('allow', allowed.join(', '))
  return answer
}

/** Logs an unexpected failure as a whole, and answers without a detail of it. */
function failure(error: unknown, request: Request, log: Log): Response {
  if (error instanceof RefusalError) return errorAnswer(error.refusal)
  if (error instanceof StaleReferenceError) {
    return errorAnswer({ code: 409, reason: 'The resource of this request has been deleted.' })
  }
  if (error instanceof ConcurrentChangeError) {
    return errorAnswer({
      code: 409,
      reason: 'What this request is about was changed by another one. Please try again.',
    })
  }
  if (error instanceof UnreachableDatabaseError) {
    logOutage(log, error, 'the database does not answer')
    return errorAnswer({ code: 503, reason: 'The database does not answer. Try again in a moment.' })
  }
  const { pathname } = new URL(request.url)
  log.error({ err: error, method: request.method, path: pathname }, 'a request failed unexpectedly')
  return errorAnswer({ code: isStorageFull(error) ? 507 : 500 })
}

const notStored: HeaderList = [['cache-control', 'private, no-cache, no-store, must-revalidate']]
const personal: HeaderList = [['vary', 'Cookie']]
const personalNotStored: HeaderList = [...notStored, ...personal]

/** Answers to other methods are not cached unless they allow it. */
export function noStore({ method }: Request): HeaderList {
  return method === 'GET' ? notStored : []
}

/** Returns the headers of the public listener: answers about health and version are the same for every visitor. */
export function publicHeaders(request: Request, { pathname }: URL): HeaderList {
  if (pathname === '/version' || pathname.startsWith('/health/')) return noStore(request)
  return request.method === 'GET' ? personalNotStored : personal
}
