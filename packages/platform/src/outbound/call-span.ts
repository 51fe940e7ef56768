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

/** Records the outcome of a call. */
export function outcomeOf(span: Span, status: number): void {
  span.set({ 'http.response.status_code': status })
  // As in OpenTelemetry's conventions for clients.
  if (status >= 400) span.failed(String(status))
}

/** Adds the trace to a call, if the other side may know it. */
export function setTrace(purpose: OutboundPurpose, headers: Headers): void {
  for (const [name, value] of Object.entries(traceHeaders(purpose))) headers.set(name, value)
}

/** The same as fields. */
export function traceHeaders(purpose: OutboundPurpose): Readonly<Record<string, string>> {
  const trace = outboundConnections[purpose].carriesTrace ? currentTrace() : undefined
  return trace === undefined ? {} : { ...trace }
}
