import type { OAuth2Consent, OAuth2ConsentRequest, OAuth2LogoutRequest } from '@gatehouse/contract/flows'
import { createSend, unbroken, type Fetch, type Method } from './exchange.ts'
import { isAnything, isConsentRequest, isLogoutRequest, isRedirectTo, normalLogout } from './oauth2-shape.ts'
import type { Shape } from './shape.ts'
import { IdentityServiceUnreachable } from './unreachable.ts'

/** The address of the OAuth2 server's admin API. `token` is sent as a bearer token. */
export interface OAuth2ClientOptions {
  readonly baseUrl: string
  readonly token?: string | undefined
  readonly fetch?: Fetch | undefined
  /** Milliseconds until a call is aborted. */
  readonly timeoutMs?: number | undefined
}

/** The outcome of a call to the OAuth2 server. */
export type OAuth2Answer<T> =
  | { readonly kind: 'ok'; readonly body: T }
  /** There is no such request, it was answered before, or it is too old. */
  | { readonly kind: 'over'; readonly status: number }
  /** There is no answer, or nothing usable comes back. The reason is for logs. */
  | { readonly kind: 'failed'; readonly reason: string }

/** The pages' calls at the OAuth2 server for a person. An accepted or rejected request answers the next address. */
export interface OAuth2AdminClient {
  getConsentRequest(challenge: string): Promise<OAuth2Answer<OAuth2ConsentRequest>>
  acceptConsentRequest(challenge: string, consent: OAuth2Consent): Promise<OAuth2Answer<string>>
  /** The person said no. */
  rejectConsentRequest(challenge: string): Promise<OAuth2Answer<string>>
  getLogoutRequest(challenge: string): Promise<OAuth2Answer<OAuth2LogoutRequest>>
  acceptLogoutRequest(challenge: string): Promise<OAuth2Answer<string>>
  rejectLogoutRequest(challenge: string): Promise<OAuth2Answer<unknown>>
  /** Names the device by its code. An unknown code is `over`. */
  acceptUserCode(challenge: string, userCode: string): Promise<OAuth2Answer<string>>
}

/** The client of an OAuth2 server's admin API: Ory Hydra's, or one that answers alike. Never rejects. */
export function createOAuth2Client(options: OAuth2ClientOptions): OAuth2AdminClient {
  const { token, ...rest } = options
  const send = createSend({ ...rest, bearer: token })

  async function call<T>(
    method: Method,
    path: string,
    challenge: string,
    shape: Shape<T>,
    body?: unknown,
  ): Promise<OAuth2Answer<T>> {
    const at = `/admin/oauth2/auth/requests/${path}={challenge}`
    try {
      return await unbroken(options.baseUrl, async () =>
        read(await send(method, at, { params: { challenge }, body }), shape),
      )
    } catch (error) {
      if (error instanceof IdentityServiceUnreachable) return { kind: 'failed', reason: String(error.cause) }
      throw error
    }
  }

  async function answered(path: string, challenge: string, body?: unknown): Promise<OAuth2Answer<string>> {
    const answer = await call('PUT', path, challenge, isRedirectTo, body)
    return answer.kind === 'ok' ? { kind: 'ok', body: answer.body.redirect_to } : answer
  }

  return {
    getConsentRequest: (challenge) => call('GET', 'consent?consent_challenge', challenge, isConsentRequest),
    acceptConsentRequest: (challenge, consent) => answered('consent/accept?consent_challenge', challenge, consent),
    rejectConsentRequest: (challenge) => answered('consent/reject?consent_challenge', challenge, declined),
    async getLogoutRequest(challenge) {
      const answer = await call('GET', 'logout?logout_challenge', challenge, isLogoutRequest)
      return answer.kind === 'ok' ? { kind: 'ok', body: normalLogout(challenge, answer.body) } : answer
    },
    acceptLogoutRequest: (challenge) => answered('logout/accept?logout_challenge', challenge),
    rejectLogoutRequest: (challenge) => call('PUT', 'logout/reject?logout_challenge', challenge, isAnything),
    acceptUserCode: (challenge, code) => answered('device/accept?device_challenge', challenge, { user_code: code }),
  }
}

const declined = { error: 'access_denied', error_description: 'The person said no.' }

/** Statuses about the challenge or the values sent with it; other statuses are about this installation. */
const overStatuses: ReadonlySet<number> = new Set([400, 401, 404, 409, 410])

async function read<T>(response: Response, shape: Shape<T>): Promise<OAuth2Answer<T>> {
  const { status } = response
  const body = parseJson(await response.text())
  if (response.ok) return shape(body) ? { kind: 'ok', body } : { kind: 'failed', reason: 'an answer without sense' }
  return overStatuses.has(status) ? { kind: 'over', status } : { kind: 'failed', reason: `status ${status}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
