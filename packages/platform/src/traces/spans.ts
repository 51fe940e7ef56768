import { AsyncLocalStorage } from 'node:async_hooks'

import type { TraceContext } from './trace-context.ts'

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
