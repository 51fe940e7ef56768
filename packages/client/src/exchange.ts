import { withoutTrailing } from '@gatehouse/contract/http'
import {
  Configuration,
  FetchError,
  ResponseError,
  type ApiResponse,
  type InitOverrideFunction,
} from '@ory/client-fetch'
import type { Flow } from '@gatehouse/contract/flows'
import type { Answer } from './answer.ts'
import { queryPairs, type Credentials, type Query } from './credentials.ts'
import { readAnswer, type Expectation } from './read-answer.ts'
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

/** Options of one call, beside the parameters of the SDK's operation. */
export interface CallOptions {
  readonly credentials?: Credentials | undefined
  readonly query?: Query | undefined
  /** Sent as it is, in place of the SDK's own body. */
  readonly body?: unknown
  /** Asks as a browser that opens the address: the answer is a redirect, which is not followed. */
  readonly asBrowser?: true
}

/** Calls an operation of the SDK by its `Raw` form. */
export type Operation = (configuration: Configuration, init: InitOverrideFunction) => Promise<ApiResponse<unknown>>

/** Performs a call and reads its answer. Rejects with RequiredError or IdentityServiceUnreachable. */
export type Exchange = <T, F extends Flow = Flow>(
  operation: Operation,
  expected: Expectation<T, F>,
  call?: CallOptions,
) => Promise<Answer<T, F>>

const defaultTimeoutMs = 15_000

/** Performs a call and answers the response, whatever its status. Rejects as `Exchange` does. */
export type Send = (operation: Operation, call?: CallOptions) => Promise<Response>

/** Prepares the exchange with one service. */
export function createExchange(options: ExchangeOptions): Exchange {
  const send = createSend(options)
  return async (operation, expected, call) =>
    unbroken(options.baseUrl, async () => readAnswer(await send(operation, call), expected))
}

/** Prepares the calls to one service. */
export function createSend(options: ExchangeOptions): Send {
  const baseUrl = withoutTrailing(options.baseUrl, '/')
  const send: Fetch = options.fetch ?? ((request) => fetch(request))
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs

  return async (operation, call = {}) => {
    const configuration = new Configuration({
      basePath: baseUrl,
      // The SDK always calls this with a text.
      fetchApi: (url, init) =>
        send(new Request(withQuery(url instanceof Request ? url.url : url.toString(), call.query), init)),
      ...(options.bearer === undefined ? {} : { accessToken: options.bearer }),
    })
    return unbroken(baseUrl, () => received(operation(configuration, overrideInit(call, timeoutMs))))
  }
}

/** Runs work that reads from the network: an error there means that the service is not reached. */
export async function unbroken<T>(baseUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FetchError) throw new IdentityServiceUnreachable(baseUrl, error.cause)
    if (isTransferFailure(error)) throw new IdentityServiceUnreachable(baseUrl, error)
    throw error
  }
}

async function received(pending: Promise<ApiResponse<unknown>>): Promise<Response> {
  try {
    return (await pending).raw
  } catch (error) {
    if (error instanceof ResponseError) return error.response
    throw error
  }
}

/** A body that breaks off: undici says `TypeError: terminated`, an aborted signal its reason. */
function isTransferFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'terminated'
}

function overrideInit({ credentials = {}, body, asBrowser }: CallOptions, timeoutMs: number): InitOverrideFunction {
  return async ({ init }) => {
    const headers = new Headers(credentials.forward)
    for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value)
    headers.set('Accept', asBrowser === true ? 'text/html' : 'application/json')
    if (credentials.cookie) headers.set('Cookie', credentials.cookie)
    if (credentials.sessionToken !== undefined) headers.set('X-Session-Token', credentials.sessionToken)
    if (body instanceof URLSearchParams) headers.set('Content-Type', 'application/x-www-form-urlencoded')
    return {
      headers,
      redirect: 'manual',
      ...(timeoutMs > 0 ? { signal: AbortSignal.timeout(timeoutMs) } : {}),
      // The generated mapper keeps only the fields it knows; the service may know more.
      ...(body === undefined ? {} : { body: toBody(body) }),
    }
  }
}

/** The SDK encodes its input: `RequestInit` has no type for a value that is still to be encoded. */
function toBody(body: unknown): BodyInit {
  return body as BodyInit
}

function withQuery(url: string, query: Query | undefined): string {
  if (query === undefined) return url
  const pairs = queryPairs(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  if (pairs.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
