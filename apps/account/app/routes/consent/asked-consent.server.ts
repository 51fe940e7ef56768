import type { OAuth2ConsentRequest } from '@gatehouse/contract/flows'
import { clientFailure } from '../../request/fail.server.ts'
import { requireSession, type SignedIn } from '../../identity/session.server.ts'
import { okOrFailure, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** An application's request, and its subject. */
export interface AskedConsent {
  readonly request: OAuth2ConsentRequest
  readonly session: SignedIn
}

/** Returns the address of a challenge's page. */
export function consentPage(challenge: string): string {
  return `/consent?${new URLSearchParams({ consent_challenge: challenge })}`
}

/** Looks a challenge up. Only its subject may see and answer it; anybody else is redirected. */
export async function askedConsent(page: PageRequest, challenge: string): Promise<AskedConsent> {
  const here = consentPage(challenge)
  const request = okOrFailure(page, await requireOAuth2(page).getConsentRequest(challenge), here)
  const session = await requireSession(page, here)
  if (session.identity.id !== request.subject) {
    const switchTo = `/logout?${new URLSearchParams({ return_to: `${page.publicOrigin}${here}` })}`
    throw clientFailure(page, 'other_person', { switchTo })
  }
  return { request, session }
}
