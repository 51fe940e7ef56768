import { personName } from '@gatehouse/contract/identities'
import { reach } from '../../failure/reach.server.ts'
import { answerHost, clientFacts } from '../../oauth2/client-facts.ts'
import { okOrFailure, requireChallenge, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { depart } from '../../request/depart.server.ts'
import { requireFormToken, formToken } from '../../request/form-token.server.ts'
import { pageRequestOf, type PageRequest } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { askedConsent, consentPage } from './asked-consent.server.ts'
import { ConsentPage } from './consent-page.tsx'
import { grant, rememberedDays } from './grant.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  return reach(page, `${url.pathname}${url.search}`, () => loadConsent(page, url))
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/consent', serverLoader)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const form = new URLSearchParams(await request.text())
  return reach(page, '/consent', () => answerConsent(page, form))
}

export default function RouteConsent({ loaderData }: Route.ComponentProps) {
  return <ConsentPage {...loaderData} />
}

/** Takes the person's answer. Anything but a clear yes is a no. */
async function answerConsent(page: PageRequest, form: URLSearchParams): Promise<Response> {
  const oauth2 = requireOAuth2(page)
  const challenge = requireChallenge(page, form, 'consent_challenge')
  const here = consentPage(challenge)
  requireOwnForm(page, here)
  requireFormToken(page, form, here)
  const asked = await askedConsent(page, challenge)
  if (form.get('answer') === 'allow') return grant(page, asked, form.has('remember'))
  return depart(page, okOrFailure(page, await oauth2.rejectConsentRequest(challenge), here))
}

/**
 * The subject of the person's decision. Nothing is asked if they have allowed the same before, or if the application is
 * the operator's own: then the answer redirects at once.
 */
async function loadConsent(page: PageRequest, url: URL) {
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
