/** Which trace a piece of work belongs to, as the headers of W3C Trace Context say it. */
export interface TraceContext {
  readonly traceparent: string
  /** What the systems that took part know besides; absent: nothing. */
  readonly tracestate?: string
}

const sound = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{0,256})?$/
/** As much as everybody has to pass on (Trace Context, 3.3.1.5). */
const longestState = 512

/** That of a request; nothing where it has none, or one that makes no sense. */
export function readTraceContext(headers: Headers): TraceContext | undefined {
  const traceparent = headers.get('traceparent')
  if (traceparent === null || !sound.test(traceparent)) return undefined
  const tracestate = headers.get('tracestate')
  return tracestate === null || tracestate === '' || tracestate.length > longestState
    ? { traceparent }
    : { traceparent, tracestate }
}

/** As text, to be kept with work that is done later. */
export function storedTrace(context: TraceContext | undefined): string | null {
  if (context === undefined) return null
  const { traceparent, tracestate } = context
  return tracestate === undefined ? traceparent : `${traceparent} ${tracestate}`
}

/** What `storedTrace` wrote. */
export function traceOfStored(stored: string | undefined): TraceContext | undefined {
  if (stored === undefined) return undefined
  const [traceparent = '', ...state] = stored.split(' ')
  return state.length === 0 ? { traceparent } : { traceparent, tracestate: state.join(' ') }
}

/** The 32 digits by which a trace is found. */
export function traceIdOf({ traceparent }: TraceContext): string {
  return traceparent.slice(3, 35)
}
