import type { Answer } from '@gatehouse/client/client'
import type { Identity, Session } from '@gatehouse/contract/identities'
import { redirect } from 'react-router'
import { refused } from '../request/fail.server.ts'
import { toDestination } from '../request/destination.server.ts'
import { knownAccounts, rememberAccount } from './known-accounts.server.ts'
import { ask } from '../request/ask.server.ts'
import type { PageRequest } from '../request/page-request.ts'

/** A session whose identity is known. */
export type SignedIn = Session & { readonly identity: Identity }

/** Returns the session. Redirects a visitor without one to the sign-in; `back` is the page that asks. */
export async function requireSession(page: PageRequest, back: string): Promise<SignedIn> {
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  const { identity, ...session } = okOrRedirect(page, answer, back)
  if (identity === null) throw signIn(page, back)
  // A sign-in at a provider passes by our forms.
  if (!knownAccounts(page).some(({ id }) => id === identity.id)) rememberAccount(page, { ...session, identity })
  return { ...session, identity }
}

/** Refusals that a sign-in, or a second factor, removes. */
const detours: ReadonlySet<string> = new Set(['session_aal2_required', 'session_refresh_required'])

/** Returns the body of a good answer about a session. Throws a redirect if the person must prove more, else a page. */
export function okOrRedirect<T>(page: PageRequest, answer: Answer<T>, back: string): T {
  if (answer.kind === 'ok') return answer.body
  if (answer.kind !== 'error') throw new Error(`A call about a session was answered with a ${answer.kind}`)
  const { envelope, status } = answer
  if (status === 401) throw signIn(page, back)
  if (detours.has(envelope.error.id ?? '') && envelope.redirect_browser_to !== undefined) {
    const target = new URL(envelope.redirect_browser_to, page.publicOrigin)
    if (!target.searchParams.has('return_to')) target.searchParams.set('return_to', `${page.publicOrigin}${back}`)
    throw redirect(toDestination(target.href, page.publicOrigin).to, 303)
  }
  throw refused(page, envelope, status, back)
}

/** Returns the address of the sign-in page, and back. The welcome page is the default target of a sign-in. */
function signIn({ publicOrigin }: PageRequest, back: string): Response {
  const query = back === '/' ? '' : `?${new URLSearchParams({ return_to: `${publicOrigin}${back}` })}`
  return redirect(`/login${query}`, 303)
}
