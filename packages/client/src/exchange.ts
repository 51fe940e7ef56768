import { withoutTrailing } from '@gatehouse/contract/http'
import type { Flow } from '@gatehouse/contract/flows'
import type { Answer } from './answer.ts'
import { queryPairs, type Credentials, type Query } from './credentials.ts'
import { readAnswer, type Expectation } from './read-answer.ts'
import { RequiredError } from './required-error.ts'
import { IdentityServiceUnreachable } from './unreachable.ts'

/** Anything that answers a request: the network's `fetch`, or a service that lives in the same process. */
export type Fetch = (request: Request) => Promise<Response>

/** The service's address and how to reach it. `timeoutMs`: the longest wait for an answer; 0 waits for ever. */
export interface ExchangeOptions {
  readonly baseUrl: string
  readonly fetch?: Fetch | undefined
  readonly timeoutMs?: number | undefined
  readonly bearer?: string | undefined
}

/** The methods of the wire. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The values of one call. */
export interface CallOptions {
  /** The values of `{…}` in the path; all are required. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Query | undefined
  /** Sent as it is: URLSearchParams as a form, another value as JSON. */
  readonly body?: unknown
  /** The body's name, for an operation that requires one. */
  readonly requiredBody?: string
  readonly credentials?: Credentials | undefined
  /** Asks as a browser that opens the address: the answer is a redirect, which is not followed. */
  readonly asBrowser?: true
}

/** Performs a call and answers the response, whatever its status. Rejects with RequiredError or IdentityServiceUnreachable. */
export type Send = (method: Method, path: string, call?: CallOptions) => Promise<Response>

/** Performs a call and reads its answer. Rejects as `Send` does. */
export type Exchange = <T, F extends Flow = Flow>(
  method: Method,
  path: string,
  expected: Expectation<T, F>,
  call?: CallOptions,
) => Promise<Answer<T, F>>

const defaultTimeoutMs = 15_000

/** Prepares the exchange with one service. */
export function createExchange(options: ExchangeOptions): Exchange {
  const send = createSend(options)
  return async (method, path, expected, call) =>
    unbroken(options.baseUrl, async () => readAnswer(await send(method, path, call), expected))
}

/** Prepares the calls to one service. */
export function createSend(options: ExchangeOptions): Send {
  const { fetch: send = (request) => fetch(request), timeoutMs = defaultTimeoutMs, bearer } = options
  const baseUrl = withoutTrailing(options.baseUrl, '/')
  return async (method, path, call = {}) => {
    const { params, query, body, requiredBody } = call
    const url = baseUrl + withQuery(withParams(path, params), query)
    if (requiredBody !== undefined) required(requiredBody, body)
    const init: RequestInit = {
      method,
      headers: headersOf(call, bearer),
      body: body instanceof URLSearchParams ? body : (JSON.stringify(body) ?? null),
      redirect: 'manual',
      signal: timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : null,
    }
    try {
      return await send(new Request(url, init))
    } catch (error) {
      throw new IdentityServiceUnreachable(baseUrl, error)
    }
  }
}

/** Runs work that reads an answer: a transfer that breaks off means that the service is not reached. */
export async function unbroken<T>(baseUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isTransferFailure(error)) throw new IdentityServiceUnreachable(baseUrl, error)
    throw error
  }
}

/** Fills the `{…}` of a path. Throws RequiredError. */
export function withParams(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(required(name, params[name])))
}

function required<T>(name: string, value: T): NonNullable<T> {
  // Untyped callers exist: a missing value of a form or a terminal is null.
  if (value === undefined || value === null) throw new RequiredError(name)
  return value
}

/** A body that breaks off: undici says `TypeError: terminated`, an aborted signal its reason. */
function isTransferFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'terminated'
}

function headersOf({ credentials = {}, body, asBrowser }: CallOptions, bearer: string | undefined): Headers {
  const headers = new Headers(credentials.forward)
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  headers.set('Accept', asBrowser === true ? 'text/html' : 'application/json')
  if (credentials.cookie) headers.set('Cookie', credentials.cookie)
  if (credentials.sessionToken !== undefined) headers.set('X-Session-Token', credentials.sessionToken)
  if (body instanceof URLSearchParams) headers.set('Content-Type', 'application/x-www-form-urlencoded')
  else if (body !== undefined) headers.set('Content-Type', 'application/json')
  return headers
}

function withQuery(path: string, query: Query = {}): string {
  const pairs = queryPairs(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  if (pairs.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
