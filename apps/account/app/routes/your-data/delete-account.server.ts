import type { AdminClient } from '@gatehouse/client/admin-client'
import { isDeletionWord } from '@gatehouse/contract/own-account'
import { redirect } from 'react-router'
import { notFound } from '../../failure/fail.server.ts'
import { okOrElsewhere, requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

const back = '/settings/data'

/** What became of a deletion. `wrong_word`: what was typed is not the account's address, and nothing happened. */
export type Deletion = 'deleted' | 'wrong_word'

/** Deletes the account of who is signed in, once they typed its address. Throws a redirect to a fresh sign-in. */
export async function deleteAccount(page: PageRequest, typed: string): Promise<Deletion> {
  const { data } = await page.features()
  if (data === 'own') return deleteThere(page, typed)
  if (page.adminClient === undefined) throw notFound(page)
  return deleteAround(page, page.adminClient, typed)
}

async function deleteThere(page: PageRequest, confirm: string): Promise<Deletion> {
  const answer = await ask(page, (client, credentials) => client.deleteMyAccount({ confirm }, credentials))
  if (answer.kind === 'error' && answer.status === 400) return 'wrong_word'
  okOrElsewhere(page, answer, back)
  return 'deleted'
}

/** Milliseconds after which a sign-in is too old for this: what an Ory Kratos takes unless it is told otherwise. */
const recentMs = 15 * 60_000

/** Through the admin API, which asks nobody who they are: everything it would not check is checked here. */
async function deleteAround(page: PageRequest, admin: AdminClient, typed: string): Promise<Deletion> {
  const { identity, ...session } = await requireSession(page, back)
  // Opening the settings is what asks for a second factor where the service wants one.
  const settings = await ask(page, (client, credentials) => client.createBrowserFlow('settings', {}, credentials))
  if (settings.kind !== 'flow') okOrElsewhere(page, settings, back)
  if (Date.parse(session.authenticated_at) + recentMs < Date.now()) {
    const query = new URLSearchParams({ refresh: 'true', return_to: `${page.publicOrigin}${back}` })
    throw redirect(`/login?${query}`, 303)
  }
  if (!isDeletionWord(typed, identity)) return 'wrong_word'
  okOrElsewhere(page, await admin.deleteIdentity({ id: identity.id }), back)
  return 'deleted'
}
