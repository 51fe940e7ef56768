import { personName } from '@gatehouse/contract/identities'
import { answerHost, clientFacts } from '../../oauth2/client-facts.ts'
import { requireChallenge, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { formToken } from '../../request/form-token.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { askedConsent } from './asked-consent.server.ts'
import { grant, rememberedDays } from './grant.server.ts'

/**
 * The subject of the person's decision. Nothing is asked where they have allowed the same before, or where the
 * application is the operator's own: then the answer leads on at once.
 */
export async function loadConsent(page: PageRequest, url: URL) {
  requireOAuth2(page)
  const challenge = requireChallenge(page, url.searchParams, 'consent_challenge')
  const asked = await askedConsent(page, challenge)
  const { request, session } = asked
  if (request.skip || request.client.skip_consent === true) throw await grant(page, asked, false)
  return {
    challenge,
    token: formToken(page),
    client: clientFacts(request.client, page.imageOrigins ?? []),
    host: answerHost(request.request_url),
    scopes: request.requested_scope,
    person: personName(session.identity),
    days: rememberedDays,
  }
}
