import type { ErrorEnvelope } from '@gatehouse/contract/error'
import { requestIdHeader } from '@gatehouse/http/request-id'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import type { Faults } from './faults.ts'
import type { Caller, History } from './history.ts'

/** Where faults are taken from, and where calls are noted. */
export interface TapParts {
  readonly faults: Faults
  readonly history: History
}

/** Requests by this id are the desk's own looks, and are not noted. */
export const deskRequestId = 'desk-looks'

const submit = /^\/self-service\/(?:login|registration|settings|recovery|verification)$/
const retryAfterSeconds = 20

/** The identity service as the desk lets it be seen: with the faults that are armed, and a line for each call. */
export function tapped(service: FetchHandler, { faults, history }: TapParts, caller: Caller): FetchHandler {
  return (request) => {
    if (request.url.includes('/self-service/')) return noted(request)
    // Nothing else is noted, and only a lost line can befall it.
    return faults.take('identity_down') ? lost(caller) : service(request)
  }

  async function noted(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const answer = (await faultOf(request, url, faults, caller)) ?? (await service(request))
    if (request.headers.get(requestIdHeader) !== deskRequestId) await history.record(request, url, answer, caller)
    return answer
  }
}

function faultOf(
  { method }: Request,
  { pathname }: URL,
  faults: Faults,
  caller: Caller,
): Response | Promise<Response> | undefined {
  const isSubmit = method === 'POST' && submit.test(pathname)
  if (isSubmit && faults.take('submit_expired')) {
    return refusal(410, {
      id: 'self_service_flow_expired',
      code: 410,
      status: 'Gone',
      reason: 'The developers’ desk let this flow expire.',
      message: 'self-service flow expired',
    })
  }
  if (isSubmit && faults.take('submit_too_many')) {
    const error = {
      id: 'too_many_attempts',
      code: 429,
      status: 'Too Many Requests',
      reason: 'The developers’ desk counts this as one try too many.',
      message: 'There were too many requests',
      details: { retry_after: retryAfterSeconds },
    }
    return refusal(429, error, { 'retry-after': String(retryAfterSeconds) })
  }
  if ((isSubmit && faults.take('submit_lost')) || faults.take('identity_down')) return lost(caller)
  return undefined
}

/** As undici says it where nobody listens. */
async function lost(caller: Caller): Promise<Response> {
  if (caller === 'pages') throw new TypeError('fetch failed', { cause: new Error('the developers’ desk cut the line') })
  return refusal(503, {
    code: 503,
    status: 'Service Unavailable',
    reason: 'The developers’ desk cut the line to the identity service.',
    message: 'The identity service gave no answer',
  })
}

function refusal(
  status: number,
  error: ErrorEnvelope['error'],
  headers: Readonly<Record<string, string>> = {},
): Response {
  const envelope: ErrorEnvelope = { error }
  return new Response(JSON.stringify(envelope), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
