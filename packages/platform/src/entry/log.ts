/** Logging and tracing: the one log of services and gateway, and spans with the trace they belong to. */
export { consoleLog, type Log } from '../log.ts'
export { logOutage } from '../outage-log.ts'
export {
  currentTrace,
  inSpan,
  keepSpans,
  keepsSpans,
  readTraceContext,
  type Span,
  type SpanStart,
  storedTrace,
  type TraceContext,
  traceIdOf,
  traceOfStored,
  type Tracing,
} from '../traces/spans.ts'
