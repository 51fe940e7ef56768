import type { AdminClient } from '@gatehouse/client/admin-client'
import { isDeletionWord } from '@gatehouse/contract/account'
import { notFound } from '../../request/fail.server.ts'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { requireRecentSignIn } from './recent-sign-in.server.ts'

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
