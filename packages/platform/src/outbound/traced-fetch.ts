import { inSpan } from '../traces/spans.ts'
import { callSpan, outcomeOf, setTrace } from './call-span.ts'
import type { OutboundPurpose } from './connections.ts'

/** Returns Node's own `fetch`, which adds a span to the current trace. */
export function tracedFetch(purpose: OutboundPurpose): (request: Request) => Promise<Response> {
  return (request) =>
    inSpan(callSpan(purpose, request.method, request.url), async (span) => {
      setTrace(purpose, request.headers)
      const response = await fetch(request)
      outcomeOf(span, response.status)
      return response
    })
}
