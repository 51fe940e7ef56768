import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { type Destination, toDestination } from '../../request/destination.server.ts'

/** Pages that are of no use to a signed-in person. */
const signInPages: ReadonlySet<string> = new Set(['/login', '/registration'])

/**
 * Redirects a person who is signed in already to the target of a sign-in. The service decides the target: only it knows
 * which `return_to` is allowed; for a forbidden one it redirects to its error page.
 */
export async function leave(url: URL, page: PageRequest): Promise<{ readonly kind: 'go' } & Destination> {
  const answer = await ask(page, (client, credentials) => client.navigateToLogin(wayBack(url), credentials))
  const location = answer.kind === 'redirect' ? answer.location : '/'
  return {
    kind: 'go',
    ...toDestination(isSignInAgain(location, page.publicOrigin) ? '/' : location, page.publicOrigin),
  }
}

/** Returns the service's address with the same target, for a link. */
export function onwardAddress(url: URL): string {
  const query = wayBack(url)
  return query.size === 0 ? '/' : `/self-service/login/browser?${query}`
}

function wayBack(url: URL): URLSearchParams {
  const returnTo = url.searchParams.get('return_to')
  return new URLSearchParams(returnTo === null ? {} : { return_to: returnTo })
}

/** Whether an address is a sign-in again: a person with a valid session would be redirected in a loop. */
function isSignInAgain(location: string, publicOrigin: string): boolean {
  const target = URL.parse(location, publicOrigin)
  if (target === null || target.origin !== publicOrigin || !signInPages.has(target.pathname)) return false
  return !['flow', 'return_to', 'login_challenge', 'refresh', 'aal'].some((name) => target.searchParams.has(name))
}
