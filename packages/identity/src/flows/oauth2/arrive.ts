import type { FlowType } from '@gatehouse/contract/flow'

import { givenAalOf } from '../../sessions/aal.ts'
import type { ClientNeeds } from '../needs.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { visitor } from '../steps/sign-in.ts'
import type { Visit } from '../http/request-context.ts'
import type { Refusal } from '../../http/answer.ts'
import { acceptFor } from './accept.ts'
import { askedFor, wantsNoPage, withQuery } from './carried-request.ts'
import type { LoginRequest } from '../../oauth2/login-requests.ts'
import { refusalOf } from '../../oauth2/refusals.ts'

/** How a visit that may come from an OAuth2 client goes on. */
export type Arrival =
  /** With a form. `visit` is what the browser would have asked for by itself; `request` is the client's. */
  | { readonly kind: 'form'; readonly visit: Visit; readonly request: LoginRequest | undefined }
  | { readonly kind: 'answered'; readonly outcome: Outcome }

/**
 * Looks at who comes with a `login_challenge`: whom the OAuth2 server and this service both know goes on at once. The
 * flow leads back to the client's first request where `override_return_to` says so.
 */
export async function arrive(context: ClientNeeds, type: FlowType, visit: Visit): Promise<Arrival> {
  const asked = await askedFor(context, visit)
  if (asked.kind === 'nobody') return { kind: 'form', visit, request: undefined }
  if (asked.kind === 'refused') return { kind: 'answered', outcome: refused({ type }, asked.refusal) }
  const { request } = asked
  const outcome = type === 'browser' ? await withoutForm(context, visit, request) : undefined
  if (outcome) return { kind: 'answered', outcome }
  const overrides = context.config.oauth2Provider?.overrideReturnTo === true && request.requestUrl !== ''
  const changed = overrides ? withQuery(visit, { return_to: request.requestUrl }) : visit
  return { kind: 'form', visit: changed, request }
}

async function withoutForm(context: ClientNeeds, visit: Visit, request: LoginRequest): Promise<Outcome | undefined> {
  const signedIn = visitor(context, visit)
  if (signedIn && request.skip) {
    // Whoever comes to give a second factor is not through yet.
    if (visit.query.get('aal') === 'aal2' && givenAalOf(signedIn.session.methods) !== 'aal2') return undefined
    return onward(await acceptFor(context, request.challenge, signedIn))
  }
  if (signedIn || !wantsNoPage(request)) return undefined
  const declined = await context.loginRequests?.declineSilently(request.challenge)
  if (declined === undefined) return undefined
  if (declined.kind === 'ok') return { kind: 'leave', native: false, location: declined.value }
  return refused(undefined, refusalOf(declined, context.warn))
}

function onward(result: Awaited<ReturnType<typeof acceptFor>>): Outcome {
  if (result.kind === 'refused') return refused(undefined, result.refusal)
  const { location } = result
  const refusal = { ...alreadySignedIn, siblings: { redirect_browser_to: location } }
  return { kind: 'refused', native: false, refusal, page: { location, status: 303 } }
}

const alreadySignedIn: Refusal = {
  code: 400,
  id: 'session_already_available',
  reason: 'You are signed in already, and the application may go on with that.',
  message: 'you are already signed in',
}
