/** Logging and tracing: the one log of services and gateway, and spans with the trace they belong to. */
export { consoleLog, type Log } from '../log.ts'
export { logOutage } from '../outage-log.ts'
export {
  currentTrace,
  inSpan,
  keepSpans,
  keepsSpans,
  type Span,
  type SpanStart,
  type Tracing,
} from '../traces/spans.ts'
export { readTraceContext, storedTrace, traceIdOf, traceOfStored, type TraceContext } from '../traces/trace-context.ts'
