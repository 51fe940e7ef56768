import { clearedAtSignOut } from '@gatehouse/contract/http'
import { redirectDocument } from 'react-router'
import { refused } from '../../request/fail.server.ts'
import { entryQuery } from '../../request/entry-query.ts'
import { toDestination } from '../../request/destination.server.ts'
import { ask } from '../../request/ask.server.ts'
import { forgetSigningIn } from '../../flow-page/sign-in/second-step-cookies.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** The parameters of a sign-out. */
export interface SignOutRequest {
  /** The address after the sign-out; the identity service decides whether it is allowed. */
  readonly returnTo?: string | undefined
  /** The session's own token, if a link carries it. */
  readonly token?: string | undefined
}

/** Ends the session and redirects. A person who is signed out already is redirected all the same. */
export async function signOut(page: PageRequest, request: SignOutRequest): Promise<Response> {
  const target = (await endSession(page, request)) ?? (await allowedReturn(page, request)) ?? '/login'
  // A new document, so that nothing of the account stays in the page's memory.
  return withClearedPages(redirectDocument(toDestination(target, page.publicOrigin).to, 303))
}

/** Ends the session, and begins a sign-in with this query, which judges its own `return_to`. */
export async function signInAgain(page: PageRequest, query: string): Promise<Response> {
  await endSession(page, {})
  const entry = entryQuery(new URL(`/login?${new URLSearchParams(query)}`, page.publicOrigin))
  return redirectDocument(entry.size === 0 ? '/login' : `/login?${entry}`, 303)
}

/** Ends the session and returns the identity service's target. `undefined`: there was no session. */
export async function endSession(page: PageRequest, { returnTo, token }: SignOutRequest): Promise<string | undefined> {
  forgetSigningIn(page)
  const query = returnTo === undefined ? {} : { return_to: returnTo }
  const started = await ask(page, (client, credentials) => client.createBrowserLogoutFlow(query, credentials))
  if (started.kind === 'error' && started.status === 401) return undefined
  if (started.kind === 'error') throw refused(page, started.envelope, started.status, '/logout')
  if (started.kind !== 'ok') throw new Error(`Starting a sign-out was answered with a ${started.kind}`)

  const proof = { ...query, token: token ?? started.body.logout_token }
  const ended = await ask(page, (client, credentials) => client.navigateToLogout(proof, credentials))
  if (ended.kind === 'error' && ended.status !== 401) throw refused(page, ended.envelope, ended.status, '/logout')
  return ended.kind === 'redirect' ? ended.location : (returnTo ?? '/login')
}

/** Returns the allowed `return_to` of a visitor without a session. The service checks it at the start of a sign-in. */
async function allowedReturn(page: PageRequest, { returnTo }: SignOutRequest): Promise<string | undefined> {
  if (returnTo === undefined) return undefined
  const query = { return_to: returnTo }
  const begun = await ask(page, (client, credentials) => client.createBrowserFlow('login', query, credentials))
  if (begun.kind === 'error') throw refused(page, begun.envelope, begun.status, '/logout')
  return begun.kind === 'ok' ? begun.body.return_to : undefined
}

/** The answer to a sign-out, which has the browser forget the pages it kept. */
export function withClearedPages(answer: Response): Response {
  answer.headers.set('Clear-Site-Data', clearedAtSignOut)
  return answer
}
