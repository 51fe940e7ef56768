import type { AdminClient } from '@gatehouse/client/admin-client'
import { deletionWord, isDeletionWord } from '@gatehouse/contract/account'
import { personName } from '@gatehouse/contract/identities'
import { data, redirectDocument } from 'react-router'
import { reach } from '../../failure/reach.server.ts'
import { forgetAccount } from '../../identity/known-accounts.server.ts'
import { requireSession, okOrRedirect } from '../../identity/session.server.ts'
import { withAhead } from '../../layout/data-ahead.ts'
import { ask } from '../../request/ask.server.ts'
import { notFound } from '../../request/fail.server.ts'
import { pageRequestOf, type PageRequest } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { requireRecentSignIn } from './recent-sign-in.server.ts'
import { YourDataPage } from './your-data-page.tsx'

const here = '/settings/data'

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { identity } = await reach(page, here, () => requireSession(page, here))
  const { data: how } = await page.features()
  const shown = { person: personName(identity), word: deletionWord(identity), how }
  return data(shown, { status: how === 'none' ? 404 : 200 })
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts(here, withAhead(url, serverLoader))
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  requireOwnForm(page, here)
  const typed = new URLSearchParams(await request.text()).get('confirm') ?? ''
  const outcome = await reach(page, here, async () => {
    const { identity } = await requireSession(page, here)
    const deletion = await deleteAccount(page, typed)
    if (deletion === 'deleted') forgetAccount(page, identity.id)
    return deletion
  })
  // A new document: nothing of the account stays in the page's memory.
  return outcome === 'deleted' ? redirectDocument('/goodbye', 303) : data({ typed }, { status: 400 })
}

export default function RouteYourData({ loaderData, actionData }: Route.ComponentProps) {
  return <YourDataPage {...loaderData} refused={actionData} />
}

const back = '/settings/data'

/** The outcome of a deletion. `wrong_word`: the input is not the account's address, and nothing happened. */
type Deletion = 'deleted' | 'wrong_word'

/** Deletes the signed-in person's account, once they typed its address. Throws a redirect to a fresh sign-in. */
async function deleteAccount(page: PageRequest, typed: string): Promise<Deletion> {
  const { data } = await page.features()
  if (data === 'own') return deleteThere(page, typed)
  if (page.adminClient === undefined) throw notFound(page)
  return deleteAround(page, page.adminClient, typed)
}

async function deleteThere(page: PageRequest, confirm: string): Promise<Deletion> {
  const answer = await ask(page, (client, credentials) => client.deleteMyAccount({ confirm }, credentials))
  if (answer.kind === 'error' && answer.status === 400) return 'wrong_word'
  okOrRedirect(page, answer, back)
  return 'deleted'
}

/** Through the admin API, which checks no session: everything it would not check is checked here. */
async function deleteAround(page: PageRequest, admin: AdminClient, typed: string): Promise<Deletion> {
  const { identity, ...session } = await requireSession(page, back)
  await requireRecentSignIn(page, session, back)
  if (!isDeletionWord(typed, identity)) return 'wrong_word'
  okOrRedirect(page, await admin.deleteIdentity({ id: identity.id }), back)
  return 'deleted'
}
