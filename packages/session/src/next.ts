import { decide, guard, type Decision, type Demand } from './guard.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

export type { Decision }

/** The requirements of a page; undefined: none. */
export type DemandOf = Demand | ((request: Request) => Demand | undefined)

/**
 * Returns a `proxy` for Next.js (`proxy.ts`; `middleware.ts` before Next.js 16, on Node): it allows only people who are
 * signed in and meet the requirements. Exclude public pages by a `matcher`, or by a function that returns undefined.
 */
export function requireSession(sessions: Sessions, demandOf: DemandOf) {
  return async (request: Request): Promise<Response | undefined> => {
    const demand = typeof demandOf === 'function' ? demandOf(request) : demandOf
    if (demand === undefined) return undefined
    const verdict = await guard(sessions, request, demand)
    return verdict.kind === 'allowed' ? undefined : verdict.response
  }
}

/**
 * Checks the caller of a server component, a route handler or a server action, by `await headers()`. `path`: the page
 * to which they return. If the answer is `sign_in`, `redirect(answer.url)` sends them to the sign-in.
 */
export function checkSession(
  sessions: Sessions,
  headers: Headers,
  demand: Demand & { readonly path: string },
): Promise<Decision> {
  return decide(sessions, new Headers(headers), demand.path, demand)
}

/** Returns the session, by `await headers()`; `undefined` without one. Throws if the service cannot be reached. */
export async function sessionOf(sessions: Sessions, headers: Headers): Promise<Session | undefined> {
  const found = await sessions.read(new Headers(headers))
  if (found.kind === 'unavailable') throw new Error(`The session could not be read: ${found.reason}`)
  return found.kind === 'signed_in' ? found.session : undefined
}
