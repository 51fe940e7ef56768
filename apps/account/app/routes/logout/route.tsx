import classes from './client-logout-page.module.css'
import { redirectDocument } from 'react-router'
import type { OAuth2LogoutRequest } from '@gatehouse/contract/flows'
import { Aside } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'

import { reach } from '../../failure/reach.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { type ClientFacts, clientFacts } from '../../oauth2/client-facts.ts'
import { ClientMark } from '../../oauth2/client-mark.tsx'
import { okOrFailure, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { ask } from '../../request/ask.server.ts'
import { depart } from '../../request/depart.server.ts'
import { formToken, requireFormToken } from '../../request/form-token.server.ts'
import { type PageRequest, pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { useRootData } from '../../request/root-data.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { endSession, signInAgain, signOut, withClearedPages } from './sign-out.server.ts'

/** Asks first: a link of another site must not sign a person out. A link that carries the session's token may. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { searchParams } = url
  const returnTo = searchParams.get('return_to') ?? undefined
  const token = searchParams.get('token') ?? undefined
  const challenge = searchParams.get('logout_challenge')
  if (challenge !== null) {
    return { returnTo, asked: await reach(page, '/logout', () => loadClientLogout(page, challenge)) }
  }
  if (token !== undefined) throw await reach(page, '/logout', () => signOut(page, { returnTo, token }))
  return { returnTo, asked: undefined }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/logout', serverLoader)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  requireOwnForm(page, '/logout')
  const form = new URLSearchParams(await request.text())
  const challenge = form.get('logout_challenge')
  if (challenge !== null) return reach(page, '/logout', () => answerClientLogout(page, challenge, form))
  const again = form.get('sign_in')
  if (again !== null) return reach(page, '/logout', () => signInAgain(page, again))
  const returnTo = form.get('return_to') ?? undefined
  return reach(page, '/logout', () => signOut(page, { returnTo }))
}

export default function RouteLogout({ loaderData }: Route.ComponentProps) {
  const { asked, returnTo } = loaderData
  return asked === undefined ? <LogoutPage returnTo={returnTo} /> : <ClientLogoutPage {...asked} />
}

/** Asks whether to sign out, and does so by a plain form. */
function LogoutPage({ returnTo }: { readonly returnTo?: string | undefined }) {
  const t = useText('logout')
  const brand = useRootData()?.brand.name
  return (
    <GatePage title={t('title')} intro={t('intro', { brand })}>
      <form method="post" action="/logout" className={classes.answers}>
        {returnTo !== undefined && <input type="hidden" name="return_to" value={returnTo} />}
        <Button type="submit" variant="primary" data-testid="logout-confirm">
          {t('confirm')}
        </Button>
      </form>
      <Aside>
        <PageLink href="/">{t('stay')}</PageLink>
      </Aside>
    </GatePage>
  )
}

interface ClientLogoutPageProps {
  readonly challenge: string
  /** Anti-CSRF token of the form. */
  readonly token: string
  /** The application that asks; absent if no application does. */
  readonly client: ClientFacts | undefined
}

/** Asks, for an application, whether to sign out. A plain form: it works the same without script. */
function ClientLogoutPage({ challenge, token, client }: ClientLogoutPageProps) {
  const t = useText('logout')
  const brand = useRootData()?.brand.name
  const intro = client === undefined ? t('intro', { brand }) : t('client_intro', { brand, client: client.name })
  return (
    <GatePage title={t('title')} intro={intro}>
      {client !== undefined && <ClientMark client={client} />}
      <form method="post" action="/logout" className={classes.answers}>
        <input type="hidden" name="logout_challenge" value={challenge} />
        <input type="hidden" name="form_token" value={token} />
        <Button type="submit" name="answer" value="sign_out" variant="primary" data-testid="logout-confirm">
          {t('confirm')}
        </Button>
        <Button type="submit" name="answer" value="stay">
          {t('stay')}
        </Button>
      </form>
    </GatePage>
  )
}

/** Asks, on behalf of an application, whether to sign out. Not for one of the operator's own: that signs out at once. */
async function loadClientLogout(page: PageRequest, challenge: string) {
  const request = await askedLogout(page, challenge)
  if (request.client?.skip_logout_consent === true) throw await accept(page, request)
  const client = request.client && clientFacts(request.client, page.imageOrigins ?? [])
  return { challenge, token: formToken(page), client }
}

/** Takes the answer: signed out here, at the OAuth2 server and of its applications; or of nothing. */
async function answerClientLogout(page: PageRequest, challenge: string, form: URLSearchParams) {
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
