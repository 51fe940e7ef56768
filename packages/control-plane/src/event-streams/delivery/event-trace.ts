import type { TraceContext } from '@gatehouse/platform/log'

import type { Delivery } from './store.ts'

/** The trace of the request that caused an event; nothing where it belonged to none. */
export function traceOf({ body }: Pick<Delivery, 'body'>): TraceContext | undefined {
  // Most events have none: their text need not be read.
  if (!body.includes('"traceparent":')) return undefined
  const { traceparent, tracestate } = JSON.parse(body) as Partial<TraceContext>
  if (traceparent === undefined) return undefined
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate }
}
