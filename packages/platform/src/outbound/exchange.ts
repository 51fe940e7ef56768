import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Dispatcher } from 'undici'

import { createGuardedAgent } from './agent.ts'
import { inSpan } from '../traces/spans.ts'
import { callSpan, outcomeOf, setTrace } from './call-span.ts'
import { outboundConnections, type OutboundPurpose } from './connections.ts'
import { received } from './received.ts'

/** The timeouts of an exchange, in milliseconds. */
export interface ExchangeTimeouts {
  /** The timeout until the first byte of the answer. */
  readonly answerMs: number
  /** The timeout between two pieces of the answer's body. */
  readonly idleMs: number
}

/** A request that is sent as it is: no header is added but `Connection`, nothing is unpacked, no redirect is followed. */
export interface ExchangeRequest {
  readonly method: string
  /** Without `Expect`, which this process has answered. */
  readonly headers: Headers
  readonly body: ReadableStream | null
  /** Aborts the exchange; a started answer is cut off. */
  readonly signal: AbortSignal
}

/** The reason for a missing answer. */
export type ExchangeFailure = 'timeout' | 'unreachable' | 'aborted'

/** The outcome of a request. */
export type ExchangeResult =
  | { readonly kind: 'answer'; readonly response: Response }
  | { readonly kind: 'failure'; readonly why: ExchangeFailure; readonly cause: unknown }

/** Sends one request and returns the answer when it begins; its body streams. */
export type Exchange = (url: URL, request: ExchangeRequest) => Promise<ExchangeResult>

/** Enough for all pending requests of this process; more wait. */
const mostConnections = 256

/** Creates a client for a proxy. Connections are reused, and each is checked by its purpose. */
export function createExchange(purpose: OutboundPurpose, timeouts: ExchangeTimeouts): Exchange {
  const agent = createGuardedAgent({
    reach: outboundConnections[purpose].decidedBy === 'operator' ? 'any' : 'public',
    keepsConnections: true,
    connectMs: timeouts.answerMs,
    mostConnections,
  })
  const send: Exchange = (url, request) =>
    new Promise((resolve) => {
      const { method, headers, body, signal } = request
      const options = {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: [...headers].flat(),
        body: body && Readable.fromWeb(body as NodeReadableStream),
        headersTimeout: 0,
        bodyTimeout: timeouts.idleMs,
      }
      agent.dispatch(options, new StreamedAnswer(resolve, signal, timeouts.answerMs))
    })
  return (url, request) =>
    inSpan(callSpan(purpose, request.method, url.href), async (span) => {
      setTrace(purpose, request.headers)
      const result = await send(url, request)
      if (result.kind === 'answer') outcomeOf(span, result.response.status)
      else span.failed(result.why)
      return result
    })
}

/** The maximum size that is read ahead of the caller. */
const readAheadBytes = 64 * 1024

/** Receives the answer in pieces, and builds a response whose body is read at the caller's pace. */
class StreamedAnswer implements Dispatcher.DispatchHandler {
  readonly #settle: (result: ExchangeResult) => void
  readonly #signal: AbortSignal
  readonly #deadline: NodeJS.Timeout
  #request: Dispatcher.DispatchController | undefined
  #body: ReadableStreamDefaultController<Uint8Array> | undefined
  #gaveUp: ExchangeFailure | undefined

  constructor(settle: (result: ExchangeResult) => void, signal: AbortSignal, answerMs: number) {
    this.#settle = settle
    this.#signal = signal
    this.#deadline = setTimeout(() => this.#giveUp('timeout', new Error('The answer did not begin in time.')), answerMs)
    if (signal.aborted) this.#giveUp('aborted', signal.reason)
    else signal.addEventListener('abort', this.#onAbort)
  }

  onRequestStart(request: Dispatcher.DispatchController): void {
    this.#request = request
    if (this.#gaveUp !== undefined) request.abort(new Error('The request was given up.'))
  }

  onResponseStart(request: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return
    clearTimeout(this.#deadline)
    // Where it throws, that ends the request.
    const response = received(status, headersOf(request.rawHeaders), () => this.#openBody(request))
    this.#settle({ kind: 'answer', response })
  }

  onResponseData(request: Dispatcher.DispatchController, piece: Uint8Array): void {
    // Undici's parser passes an empty piece whenever it resumes after a pause: a pause for that one would never end.
    if (this.#body === undefined || piece.byteLength === 0) return
    this.#body.enqueue(piece)
    if ((this.#body.desiredSize ?? 0) <= 0) request.pause()
  }

  onResponseEnd(): void {
    this.#end()
    this.#body?.close()
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.#end()
    this.#settle({ kind: 'failure', why: this.#gaveUp ?? 'unreachable', cause })
    this.#body?.error(cause)
  }

  #openBody(request: Dispatcher.DispatchController): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (body) => void (this.#body = body),
        pull: () => request.resume(),
        cancel: (reason) => {
          this.#body = undefined
          request.abort(reason instanceof Error ? reason : new Error('The answer is no longer read.'))
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: readAheadBytes }),
    )
  }

  #giveUp(why: ExchangeFailure, cause: Error): void {
    this.#gaveUp = why
    // A request that still waits for a connection cannot be aborted yet: it is settled now, and aborted when it starts.
    this.#settle({ kind: 'failure', why, cause })
    this.#request?.abort(cause)
  }

  readonly #onAbort = (): void => this.#giveUp('aborted', this.#signal.reason)

  #end(): void {
    clearTimeout(this.#deadline)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

/** Returns the headers byte for byte as they arrived, also if they are not ASCII. */
function headersOf(raw: Dispatcher.DispatchController['rawHeaders']): Headers {
  const headers = new Headers()
  const lines = Array.isArray(raw) ? raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))) : []
  for (let at = 0; at + 1 < lines.length; at += 2) headers.append(lines[at] ?? '', lines[at + 1] ?? '')
  return headers
}
