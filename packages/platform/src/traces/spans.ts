import { AsyncLocalStorage } from 'node:async_hooks'

/** The attributes of a span. Never secrets or personal data: no token, no id of a flow, no address. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A piece of work. Its name is one of few. */
export interface SpanStart {
  readonly name: string
  /** `server`: answers a request; `client`: sends one; `consumer`: does background work of a request. */
  readonly kind: 'internal' | 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** The parent, if it began in another process or at another time; absent: the current span. */
  readonly parent?: TraceContext | undefined
  /** Whether `parent` comes from a caller that may decide the recording. Default: yes. */
  readonly isTrusted?: boolean
}

/** A running span. */
export interface Span {
  readonly set: (attributes: SpanAttributes) => void
  /** Marks the work as failed, for a reason of a closed set. Work that throws is marked automatically. */
  readonly failed: (reason: string) => void
}

/** The implementation that records spans. */
export interface Tracing {
  /** Whether spans are recorded; if not, attributes that cost something to compute are omitted. */
  readonly isOn: boolean
  /** Runs work within a span, which ends with it. */
  readonly run: <T>(start: SpanStart, work: (span: Span) => Promise<T>) => Promise<T>
  /** Returns the context to pass on with calls; undefined if the work belongs to no trace. */
  readonly current: () => TraceContext | undefined
}

const unseen: Span = { set: () => undefined, failed: () => undefined }

/** Records nothing, but passes on the trace of a request. */
function passingOn(): Tracing {
  const contexts = new AsyncLocalStorage<TraceContext>()
  return {
    isOn: false,
    run: ({ parent }, work) => (parent === undefined ? work(unseen) : contexts.run(parent, () => work(unseen))),
    current: () => contexts.getStore(),
  }
}

let tracing: Tracing = passingOn()

/** Records the spans of this process from now on; call it before any request is served. */
export function keepSpans(by: Tracing): void {
  tracing = by
}

/** Returns whether spans are recorded. */
export function keepsSpans(): boolean {
  return tracing.isOn
}

/** Runs work as a span of the current trace, or of `parent`. */
export function inSpan<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  return tracing.run(start, work)
}

/** Returns the trace of the current work, for calls to others and for later background work. */
export function currentTrace(): TraceContext | undefined {
  return tracing.current()
}

/** The trace of a piece of work, as in the headers of W3C Trace Context. */
export interface TraceContext {
  readonly traceparent: string
  /** Vendor-specific data of the systems that took part; absent: none. */
  readonly tracestate?: string
}

const sound = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{0,256})?$/
/** The length that every system has to pass on (Trace Context, 3.3.1.5). */
const longestState = 512

/** Returns the trace context of a request; undefined without a valid one. */
export function readTraceContext(headers: Headers): TraceContext | undefined {
  const traceparent = headers.get('traceparent')
  if (traceparent === null || !sound.test(traceparent)) return undefined
  const tracestate = headers.get('tracestate')
  return tracestate === null || tracestate === '' || tracestate.length > longestState
    ? { traceparent }
    : { traceparent, tracestate }
}

/** Returns a trace context as text, to store it with work that is done later. */
export function storedTrace(context: TraceContext | undefined): string | null {
  if (context === undefined) return null
  const { traceparent, tracestate } = context
  return tracestate === undefined ? traceparent : `${traceparent} ${tracestate}`
}

/** Reads the text that `storedTrace` wrote. */
export function traceOfStored(stored: string | undefined): TraceContext | undefined {
  if (stored === undefined) return undefined
  const [traceparent = '', ...state] = stored.split(' ')
  return state.length === 0 ? { traceparent } : { traceparent, tracestate: state.join(' ') }
}

/** The 32 digits by which a trace is found. */
export function traceIdOf({ traceparent }: TraceContext): string {
  return traceparent.slice(3, 35)
}
