import { pageRequestOf } from '../../request/page-request.ts'
import { reach } from '../../failure/reach.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { answerConsent } from './answer-consent.server.ts'
import { ConsentPage } from './consent-page.tsx'
import { loadConsent } from './load-consent.server.ts'

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
