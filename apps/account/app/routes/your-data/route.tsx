import { deletionWord } from '@gatehouse/contract/account'
import { data, redirectDocument } from 'react-router'
import { reach } from '../../failure/reach.server.ts'
import { personName } from '@gatehouse/contract/identities'
import { requireSession } from '../../identity/session.server.ts'
import { withAhead } from '../../layout/data-ahead.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { deleteAccount } from './delete-account.server.ts'
import { forgetAccount } from '../../identity/known-accounts.server.ts'
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
