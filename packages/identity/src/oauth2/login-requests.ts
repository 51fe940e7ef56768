import { createOutbound, OutboundFault } from '@gatehouse/platform/outbound'
import { z } from 'zod'
import type { OAuth2ProviderConfig } from '../configuration/config.ts'

/** An OAuth2 client's request for a signed-in person. */
export interface LoginRequest {
  readonly challenge: string
  /** The account that the OAuth2 server remembers in this browser; empty if it knows none. */
  readonly subject: string
  /** True if the OAuth2 server accepts the account that is signed in already. */
  readonly skip: boolean
  /** The client's first request, at the OAuth2 server's public address. */
  readonly requestUrl: string
  /** The part that flows show (`oauth2_login_request`). */
  readonly shown: Readonly<Record<string, unknown>>
}

/** The signed-in person, as reported to the OAuth2 server. */
export interface LoginAcceptance {
  readonly subject: string
  readonly sessionId: string
  readonly acr: string
  readonly amr: readonly string[]
  readonly remember: boolean
  readonly rememberForSeconds: number
}

/** The answer of the OAuth2 server. */
export type ProviderAnswer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** It does not know the request any more. `hint` is its own, and in English. */
  | { readonly kind: 'refused'; readonly status: number; readonly hint: string | undefined }
  /** The answer was unusable. The reason is for the operator. */
  | { readonly kind: 'failed'; readonly reason: string }

/** The waiting requests at the OAuth2 server's admin API. */
export interface LoginRequests {
  find(challenge: string): Promise<ProviderAnswer<LoginRequest>>
  /** Returns the browser's next address. */
  accept(challenge: string, acceptance: LoginAcceptance): Promise<ProviderAnswer<string>>
  /** Reports that there is no session, for a client that wants no page. Returns the browser's next address. */
  declineSilently(challenge: string): Promise<ProviderAnswer<string>>
}

const timeoutMs = 10_000
const path = '/admin/oauth2/auth/requests/login'

const loginRequest = z.looseObject({
  challenge: z.string().min(1),
  subject: z.string().default(''),
  skip: z.boolean(),
  request_url: z.string().default(''),
})
const redirectTo = z.object({ redirect_to: z.url({ protocol: /^https?$/ }) }).transform((body) => body.redirect_to)
const oauth2Error = z.object({ error_hint: z.string().optional(), error_description: z.string().optional() })

/** Creates a client for the admin API of Ory Hydra, or of a compatible server. */
export function createLoginRequests({ url, headers }: OAuth2ProviderConfig): LoginRequests {
  // The address is the operator's own, and an admin API belongs in a private network.
  const outbound = createOutbound({ purpose: 'oauth2_server', timeoutMs })
  const own = Object.entries(headers).map(([name, value]) => [name, value.reveal()] as const)

  async function call<T>(
    method: 'GET' | 'PUT',
    step: '' | '/accept' | '/reject',
    challenge: string,
    shape: z.ZodType<T>,
    body?: unknown,
  ): Promise<ProviderAnswer<T>> {
    try {
      const answer = await outbound.call({
        url: `${url}${path}${step}?${new URLSearchParams({ login_challenge: challenge })}`,
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...Object.fromEntries(own) },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const content = parseJson(answer.body)
      if (answer.status === 200) {
        const read = shape.safeParse(content)
        return read.success ? { kind: 'ok', value: read.data } : { kind: 'failed', reason: 'the answer has no sense' }
      }
      if (answer.status < 400 || answer.status >= 500 || isOwnFault(answer.status)) {
        return { kind: 'failed', reason: `it answered ${answer.status}` }
      }
      const failure = oauth2Error.safeParse(content)
      const hint = failure.success ? (failure.data.error_hint ?? failure.data.error_description) : undefined
      return { kind: 'refused', status: answer.status, hint: hint?.slice(0, 300) }
    } catch (error) {
      if (!(error instanceof OutboundFault)) throw error
      return { kind: 'failed', reason: error.message }
    }
  }

  return {
    async find(challenge) {
      const found = await call('GET', '', challenge, loginRequest)
      if (found.kind !== 'ok') return found
      const { subject, skip, request_url: requestUrl } = found.value
      const shown = shownRequest(found.value)
      return { kind: 'ok', value: { challenge, subject, skip, requestUrl, shown } }
    },
    accept: (challenge, { sessionId, rememberForSeconds, ...acceptance }) =>
      call('PUT', '/accept', challenge, redirectTo, {
        ...acceptance,
        remember_for: rememberForSeconds,
        identity_provider_session_id: sessionId,
      }),
    declineSilently: (challenge) =>
      call('PUT', '/reject', challenge, redirectTo, {
        error: 'login_required',
        error_description: 'Nobody is signed in, and the client has asked for no page.',
        status_code: 401,
      }),
  }
}

/** Statuses that concern this service's key or address, not the challenge. */
function isOwnFault(status: number): boolean {
  return status === 403 || status === 405 || status === 407 || status === 429
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The parts of the request that a page may show and a client application reads. */
const shownKeys = [
  'challenge',
  'client',
  'oidc_context',
  'request_url',
  'requested_access_token_audience',
  'requested_scope',
  'session_id',
  'skip',
  'subject',
] as const

/** Keys of the client with which an attacker could act as it. */
const secretKeys: ReadonlySet<string> = new Set([
  'client_secret',
  'registration_access_token',
  'registration_client_uri',
  'jwks',
])

/** Returns the request for browsers. */
function shownRequest(request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    shownKeys.flatMap((key) => {
      const value = request[key]
      if (value === undefined) return []
      return [[key, key === 'client' ? withoutSecrets(value) : value] as const]
    }),
  )
}

function withoutSecrets(client: unknown): unknown {
  if (typeof client !== 'object' || client === null) return client
  return Object.fromEntries(Object.entries(client).filter(([key]) => !secretKeys.has(key)))
}
