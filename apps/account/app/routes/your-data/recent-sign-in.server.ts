import type { Session } from '@gatehouse/contract/identities'
import { redirect } from 'react-router'
import { okOrRedirect } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** Milliseconds after which a sign-in is too old for this: the default of Ory Kratos. */
const recentMs = 15 * 60_000

/**
 * Checks the embedded service's conditions for exporting or deleting an account, for a service without them: enough
 * factors, and a recent sign-in. Throws a redirect to the missing step, and back to `back`.
 */
export async function requireRecentSignIn(
  page: PageRequest,
  { authenticated_at }: Pick<Session, 'authenticated_at'>,
  back: string,
): Promise<void> {
  // Opening the settings asks for a second factor if the service requires one.
  const settings = await ask(page, (client, credentials) => client.createBrowserFlow('settings', {}, credentials))
  if (settings.kind !== 'flow') okOrRedirect(page, settings, back)
  if (Date.parse(authenticated_at) + recentMs >= Date.now()) return
  const query = new URLSearchParams({ refresh: 'true', return_to: `${page.publicOrigin}${back}` })
  throw redirect(`/login?${query}`, 303)
}
