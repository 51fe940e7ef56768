import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import { givenAalOf } from '../../sessions/aal.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Refusal } from '../../http/answer.ts'
import { acceptChallenge } from './accept.ts'
import { lookUpLoginRequest, wantsNoPage, withQuery } from './carried-request.ts'
import type { LoginRequest } from '../../oauth2/login-requests.ts'
import { refusalOf } from '../../oauth2/refusals.ts'

/** The result of a request that may come from an OAuth2 client. */
export type Arrival =
  /** Show a form. `request` has the client's `return_to` if that overrides; `loginRequest` is the client's request. */
  | { readonly kind: 'form'; readonly request: RequestContext; readonly loginRequest: LoginRequest | undefined }
  | { readonly kind: 'answered'; readonly outcome: Outcome }

/**
 * Handles a request with a `login_challenge`: a person whom both the OAuth2 server and this service know continues
 * without a form. If `override_return_to` is set, the flow returns to the client's first request.
 */
export async function arrive(context: FlowContext, type: FlowType, request: RequestContext): Promise<Arrival> {
  const lookup = await lookUpLoginRequest(context, request)
  if (lookup.kind === 'none') return { kind: 'form', request, loginRequest: undefined }
  if (lookup.kind === 'refused') return { kind: 'answered', outcome: refused({ type }, lookup.refusal) }
  const { loginRequest } = lookup
  const outcome = type === 'browser' ? await withoutForm(context, request, loginRequest) : undefined
  if (outcome) return { kind: 'answered', outcome }
  const overrides = context.config.oauth2Provider?.overrideReturnTo === true && loginRequest.requestUrl !== ''
  const changed = overrides ? withQuery(request, { return_to: loginRequest.requestUrl }) : request
  return { kind: 'form', request: changed, loginRequest }
}

async function withoutForm(
  context: FlowContext,
  request: RequestContext,
  loginRequest: LoginRequest,
): Promise<Outcome | undefined> {
  const signedIn = await currentSignIn(context, request)
  if (signedIn && loginRequest.skip) {
    // A person who comes to give a second factor has not finished yet.
    if (request.query.get('aal') === 'aal2' && givenAalOf(signedIn.session.methods) !== 'aal2') return undefined
    return answerRedirect(await acceptChallenge(context, loginRequest.challenge, signedIn), context.config.improvements)
  }
  if (signedIn || !wantsNoPage(loginRequest)) return undefined
  const declined = await context.loginRequests?.declineSilently(loginRequest.challenge)
  if (declined === undefined) return undefined
  if (declined.kind === 'ok') return { kind: 'location_change', native: false, location: declined.value }
  return refused(undefined, refusalOf(declined, context.warn))
}

function answerRedirect(
  result: Awaited<ReturnType<typeof acceptChallenge>>,
  { jsonNamesTheNextUrl }: FlowContext['config']['improvements'],
): Outcome {
  if (result.kind === 'refused') return refused(undefined, result.refusal)
  const { location } = result
  const refusal = jsonNamesTheNextUrl
    ? { ...alreadySignedInForClient, siblings: { redirect_browser_to: location } }
    : alreadySignedInForClient
  return { kind: 'refused', native: false, refusal, page: { location, status: 303 } }
}

const alreadySignedInForClient: Refusal = {
  code: 400,
  id: 'session_already_available',
  reason: 'You are signed in already, and the application may go on with that.',
  message: 'you are already signed in',
}
