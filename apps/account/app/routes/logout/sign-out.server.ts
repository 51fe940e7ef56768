import { redirectDocument } from 'react-router'
import { refused } from '../../failure/fail.server.ts'
import { toDestination } from '../../flow-page/detours/destination.server.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** What a sign-out was asked with. */
export interface SignOutRequest {
  /** Where to go then; the identity service decides whether it may be. */
  readonly returnTo?: string | undefined
  /** The session's own token, where a link carries it. */
  readonly token?: string | undefined
}

/** Ends the session and leads away. Somebody who is signed out already is where they wanted to be. */
export async function signOut(page: PageRequest, request: SignOutRequest): Promise<Response> {
  const ended = await endSession(page, request)
  return away(page, ended ? request.returnTo : undefined)
}

/** Ends the session. False: there was none. */
export async function endSession(page: PageRequest, { returnTo, token }: SignOutRequest): Promise<boolean> {
  const query = returnTo === undefined ? {} : { return_to: returnTo }
  const started = await ask(page, (client, credentials) => client.createBrowserLogoutFlow(query, credentials))
  if (started.kind === 'error' && started.status === 401) return false
  if (started.kind === 'error') throw refused(page, started.envelope, started.status, '/logout')
  if (started.kind !== 'ok') throw new Error(`Starting a sign-out was answered with a ${started.kind}`)

  const proof = { token: token ?? started.body.logout_token }
  const ended = await ask(page, (client, credentials) => client.updateLogoutFlow(proof, credentials))
  if (ended.kind === 'error' && ended.status !== 401) throw refused(page, ended.envelope, ended.status, '/logout')
  return true
}

/** A new document, so that nothing of the account stays in the page's memory. */
function away({ publicOrigin }: PageRequest, returnTo: string | undefined): Response {
  return redirectDocument(returnTo === undefined ? '/login' : toDestination(returnTo, publicOrigin).to, 303)
}
