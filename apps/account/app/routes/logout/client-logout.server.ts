import type { OAuth2LogoutRequest } from '@gatehouse/contract/flows'
import { redirectDocument } from 'react-router'
import { ask } from '../../request/ask.server.ts'
import { clientFacts } from '../../oauth2/client-facts.ts'
import { okOrFailure, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { depart } from '../../request/depart.server.ts'
import { formToken, requireFormToken } from '../../request/form-token.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { endSession, withClearedPages } from './sign-out.server.ts'

/** Asks, on behalf of an application, whether to sign out. Not for one of the operator's own: that signs out at once. */
export async function loadClientLogout(page: PageRequest, challenge: string) {
  const request = await askedLogout(page, challenge)
  if (request.client?.skip_logout_consent === true) throw await accept(page, request)
  const client = request.client && clientFacts(request.client, page.imageOrigins ?? [])
  return { challenge, token: formToken(page), client }
}

/** Takes the answer: signed out here, at the OAuth2 server and of its applications; or of nothing. */
export async function answerClientLogout(page: PageRequest, challenge: string, form: URLSearchParams) {
  requireFormToken(page, form, logoutPage(challenge))
  const request = await askedLogout(page, challenge)
  if (form.get('answer') === 'sign_out') return accept(page, request)
  okOrFailure(page, await requireOAuth2(page).rejectLogoutRequest(challenge), logoutPage(challenge))
  return redirectDocument('/', 303)
}

async function askedLogout(page: PageRequest, challenge: string): Promise<OAuth2LogoutRequest> {
  return okOrFailure(page, await requireOAuth2(page).getLogoutRequest(challenge), logoutPage(challenge))
}

/** The session here ends if it is the same person's; another person's session stays. */
async function accept(page: PageRequest, { challenge, subject }: OAuth2LogoutRequest): Promise<Response> {
  const session = await ask(page, (client, credentials) => client.toSession({}, credentials))
  const isAnother = session.kind === 'ok' && session.body.identity?.id !== subject
  if (!isAnother) await endSession(page, {})
  const answer = depart(
    page,
    okOrFailure(page, await requireOAuth2(page).acceptLogoutRequest(challenge), logoutPage(challenge)),
  )
  return isAnother ? answer : withClearedPages(answer)
}

function logoutPage(challenge: string): string {
  return `/logout?${new URLSearchParams({ logout_challenge: challenge })}`
}
