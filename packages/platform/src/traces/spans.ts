import { AsyncLocalStorage } from 'node:async_hooks'

import type { TraceContext } from './trace-context.ts'

/** What a span tells. Never anything secret, and nothing of a person: no token, no id of a flow, no address. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A stretch of work with a name of which there are few. */
export interface SpanStart {
  readonly name: string
  /** `server`: answers a request; `client`: makes one; `consumer`: does what was left to the background. */
  readonly kind: 'internal' | 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** What the work belongs to, where that began in another process or at another time; absent: the span that is under way. */
  readonly parent?: TraceContext | undefined
  /** Whether `parent` comes from a caller that may decide what is recorded. Default: yes. */
  readonly isTrusted?: boolean
}

/** A span under way. */
export interface Span {
  readonly set: (attributes: SpanAttributes) => void
  /** The work did not come to what it should, for a reason of a closed set. One that throws says so by itself. */
  readonly failed: (reason: string) => void
}

/** What keeps spans. */
export interface Tracing {
  /** Whether spans are kept at all; where they are not, what costs something to find out for them is left out. */
  readonly isOn: boolean
  /** Runs work within a span, which ends with it. */
  readonly run: <T>(start: SpanStart, work: (span: Span) => Promise<T>) => Promise<T>
  /** What goes along with calls that are made now; nothing where the work belongs to no trace. */
  readonly current: () => TraceContext | undefined
}

const unseen: Span = { set: () => undefined, failed: () => undefined }

/** Keeps nothing. The trace that a request came with goes on all the same. */
function passingOn(): Tracing {
  const contexts = new AsyncLocalStorage<TraceContext>()
  return {
    isOn: false,
    run: ({ parent }, work) => (parent === undefined ? work(unseen) : contexts.run(parent, () => work(unseen))),
    current: () => contexts.getStore(),
  }
}

let tracing: Tracing = passingOn()

/** From now on spans of this process are kept by this; call it before anything is served. */
export function keepSpans(by: Tracing): void {
  tracing = by
}

/** Whether spans are kept. */
export function keepsSpans(): boolean {
  return tracing.isOn
}

/** Runs work as a span of the trace that is under way, or of `parent`. */
export function inSpan<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  return tracing.run(start, work)
}

/** The trace that the work under way belongs to, for calls to others and for work that is left to the background. */
export function currentTrace(): TraceContext | undefined {
  return tracing.current()
}
