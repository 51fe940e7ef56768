import { reach } from '../../failure/reach.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { ClientLogoutPage } from './client-logout-page.tsx'
import { answerClientLogout, loadClientLogout } from './client-logout.server.ts'
import { LogoutPage } from './logout-page.tsx'
import { signInAgain, signOut } from './sign-out.server.ts'

/** Asks first: a link of another site must not sign anybody out. A link that carries the session's token may. */
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
