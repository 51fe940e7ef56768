import { currentTrace, keepsSpans, type Span, type SpanStart } from '../traces/spans.ts'
import { outboundConnections, type OutboundPurpose } from './connections.ts'

/** A call to another service as a span. It has the host of the address alone: paths and queries name flows and people. */
export function callSpan(purpose: OutboundPurpose, method: string, url: string): SpanStart {
  return {
    name: `${method} ${purpose}`,
    kind: 'client',
    ...(keepsSpans() && {
      attributes: {
        'gatehouse.purpose': purpose,
        'http.request.method': method,
        'server.address': URL.parse(url)?.hostname,
      },
    }),
  }
}

/** What came of a call. */
export function outcomeOf(span: Span, status: number): void {
  span.set({ 'http.response.status_code': status })
  // As OpenTelemetry's conventions for clients have it.
  if (status >= 400) span.failed(String(status))
}

/** Says which trace a call belongs to, where the other side may know. */
export function setTrace(purpose: OutboundPurpose, headers: Headers): void {
  for (const [name, value] of Object.entries(traceHeaders(purpose))) headers.set(name, value)
}

/** The same as fields. */
export function traceHeaders(purpose: OutboundPurpose): Readonly<Record<string, string>> {
  const trace = outboundConnections[purpose].carriesTrace ? currentTrace() : undefined
  return trace === undefined ? {} : { ...trace }
}
