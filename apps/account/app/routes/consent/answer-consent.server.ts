import { okOrFailure, requireChallenge, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { depart } from '../../request/depart.server.ts'
import { requireFormToken } from '../../request/form-token.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { askedConsent, consentPage } from './asked-consent.server.ts'
import { grant } from './grant.server.ts'

/** Takes the answer of the person who is asked. Anything but a clear yes is a no. */
export async function answerConsent(page: PageRequest, form: URLSearchParams): Promise<Response> {
  const oauth2 = requireOAuth2(page)
  const challenge = requireChallenge(page, form, 'consent_challenge')
  const here = consentPage(challenge)
  requireOwnForm(page, here)
  requireFormToken(page, form, here)
  const asked = await askedConsent(page, challenge)
  if (form.get('answer') === 'allow') return grant(page, asked, form.has('remember'))
  return depart(page, okOrFailure(page, await oauth2.rejectConsentRequest(challenge), here))
}
