import type { FlowContext } from '../flow-context.ts'
import type { FlowDetails } from '../model/flow.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Refusal } from '../../http/answer.ts'
import type { LoginRequest } from '../../oauth2/login-requests.ts'
import { refusalOf } from '../../oauth2/refusals.ts'

/** The OAuth2 client's request that a visitor comes with (`?login_challenge=`), if any. */
export type LoginRequestLookup =
  | { readonly kind: 'none' }
  | { readonly kind: 'client'; readonly loginRequest: LoginRequest }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Reads the challenge of a request, and fetches its login request from the OAuth2 server. */
export async function lookUpLoginRequest(
  { loginRequests, warn }: Pick<FlowContext, 'loginRequests' | 'warn'>,
  { query }: RequestContext,
): Promise<LoginRequestLookup> {
  const challenge = query.get('login_challenge')
  if (challenge === null) return { kind: 'none' }
  if (challenge === '') return { kind: 'refused', refusal: emptyChallenge }
  if (!loginRequests) return { kind: 'refused', refusal: notConfigured }
  const found = await loginRequests.find(challenge)
  return found.kind === 'ok'
    ? { kind: 'client', loginRequest: found.value }
    : { kind: 'refused', refusal: refusalOf(found, warn) }
}

/** Returns the details of the client's request that a flow stores. */
export function rememberRequest(loginRequest: LoginRequest | undefined): FlowDetails {
  return loginRequest ? { oauth2LoginChallenge: loginRequest.challenge, oauth2LoginRequest: loginRequest.shown } : {}
}

/** Returns the details of the client's request that a following flow takes over. */
export function sameRequest({ oauth2LoginChallenge, oauth2LoginRequest }: FlowDetails): FlowDetails {
  return {
    ...(oauth2LoginChallenge !== undefined && { oauth2LoginChallenge }),
    ...(oauth2LoginRequest !== undefined && { oauth2LoginRequest }),
  }
}

/** True if the client wants an answer without any page (`prompt=none`). */
export function wantsNoPage({ requestUrl }: LoginRequest): boolean {
  const prompt = URL.parse(requestUrl)?.searchParams.get('prompt') ?? ''
  return prompt.split(' ').includes('none')
}

/** Returns the request with other parameters, as if the browser had sent them. Undefined ones stay as they are. */
export function withQuery(
  request: RequestContext,
  changes: Readonly<Record<string, string | undefined>>,
): RequestContext {
  const url = new URL(request.route.url)
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) url.searchParams.set(name, value)
  return { ...request, query: url.searchParams, route: { ...request.route, url } }
}

const emptyChallenge: Refusal = {
  code: 400,
  reason: 'The query parameter "login_challenge" is empty. Go back to the application and sign in from there again.',
}

const notConfigured: Refusal = {
  code: 400,
  reason:
    'The query parameter "login_challenge" cannot be followed: oauth2_provider.url is not set in the configuration of the identity service.',
}
