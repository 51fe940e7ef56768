import type { ErrorEnvelope } from '@gatehouse/contract/http'
import { requestIdHeader } from '@gatehouse/http/requests'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { Faults } from './faults.ts'
import type { Caller, History } from './history.ts'

/** The source of faults, and the history that records calls. */
export interface TapParts {
  readonly faults: Faults
  readonly history: History
}

/** The id of requests by the developer tools, which are not recorded. */
export const devtoolsRequestId = 'devtools'

const submit = /^\/self-service\/(?:login|registration|settings|recovery|verification)$/
const retryAfterSeconds = 20

/** Wraps the identity service for the developer tools: with the armed faults, and a record of each call. */
export function tapped(service: FetchHandler, { faults, history }: TapParts, caller: Caller): FetchHandler {
  return (request) => {
    if (request.url.includes('/self-service/')) return noted(request)
    // Other calls are not recorded, and only a lost connection can be injected into them.
    return faults.take('identity_down', request) ? lost(caller) : service(request)
  }

  async function noted(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const answer = (await faultOf(request, url, faults, caller)) ?? (await service(request))
    if (request.headers.get(requestIdHeader) !== devtoolsRequestId) await history.record(request, url, answer, caller)
    return answer
  }
}

function faultOf(
  request: Request,
  { pathname }: URL,
  faults: Faults,
  caller: Caller,
): Response | Promise<Response> | undefined {
  const isSubmit = request.method === 'POST' && submit.test(pathname)
  if (isSubmit && faults.take('submit_expired', request)) {
    return refusal(410, {
      id: 'self_service_flow_expired',
      code: 410,
      status: 'Gone',
      reason: 'The developer tools let this flow expire.',
      message: 'self-service flow expired',
    })
  }
  if (isSubmit && faults.take('submit_too_many', request)) {
    const error = {
      id: 'too_many_attempts',
      code: 429,
      status: 'Too Many Requests',
      reason: 'The developer tools count this as one try too many.',
      message: 'There were too many requests',
      details: { retry_after: retryAfterSeconds },
    }
    return refusal(429, error, { 'retry-after': String(retryAfterSeconds) })
  }
  if ((isSubmit && faults.take('submit_lost', request)) || faults.take('identity_down', request)) return lost(caller)
  return undefined
}

/** Fails as undici does if no service listens. */
async function lost(caller: Caller): Promise<Response> {
  if (caller === 'pages') throw new TypeError('fetch failed', { cause: new Error('the developer tools cut the line') })
  return refusal(503, {
    code: 503,
    status: 'Service Unavailable',
    reason: 'The developer tools cut the line to the identity service.',
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
