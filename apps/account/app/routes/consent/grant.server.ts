import { claimsFor } from '../../oauth2/person-claims.ts'
import { okOrFailure, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { depart } from '../../request/depart.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { type AskedConsent, consentPage } from './asked-consent.server.ts'

/** Days for which an answer is remembered, if the person wants that. The page's text names them. */
export const rememberedDays = 30

const secondsPerDay = 24 * 60 * 60

/** Grants all requested scopes, and redirects to the application. Its tokens contain the claims of those scopes. */
export async function grant(page: PageRequest, asked: AskedConsent, remember: boolean): Promise<Response> {
  const { challenge, requested_scope: scopes, requested_access_token_audience: audience } = asked.request
  const claims = claimsFor(scopes, asked.session.identity)
  const answer = await requireOAuth2(page).acceptConsentRequest(challenge, {
    grant_scope: scopes,
    grant_access_token_audience: audience,
    remember,
    remember_for: remember ? rememberedDays * secondsPerDay : 0,
    session: { id_token: claims, access_token: claims },
  })
  return depart(page, okOrFailure(page, answer, consentPage(challenge)))
}
