import { decide, guard, type Decision, type Demand } from './guard.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

export type { Decision }

/** What a page asks; undefined: nothing. */
export type DemandOf = Demand | ((request: Request) => Demand | undefined)

/**
 * A `proxy` for Next.js (`proxy.ts`; `middleware.ts` before Next.js 16, on Node): only those get through who are signed
 * in and have what is asked for. Pages for everybody are left out by a `matcher`, or by a function that answers nothing.
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
 * What a server component, a route handler or a server action asks of who calls it, by `await headers()`. `path`: the
 * page that they come back to. Where the answer is `sign_in`, `redirect(answer.url)` leads there.
 */
export function checkSession(
  sessions: Sessions,
  headers: Headers,
  demand: Demand & { readonly path: string },
): Promise<Decision> {
  return decide(sessions, new Headers(headers), demand.path, demand)
}

/** Who is signed in, by `await headers()`; `undefined` without a session. Throws where the service cannot be reached. */
export async function sessionOf(sessions: Sessions, headers: Headers): Promise<Session | undefined> {
  const found = await sessions.read(new Headers(headers))
  if (found.kind === 'unavailable') throw new Error(`The session could not be read: ${found.reason}`)
  return found.kind === 'signed_in' ? found.session : undefined
}
