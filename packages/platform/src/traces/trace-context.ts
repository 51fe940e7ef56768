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
