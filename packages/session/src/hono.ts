import { guard, type Demand } from './guard.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

/** What this middleware uses of Hono’s context. */
interface Context {
  readonly req: { readonly raw: Request }
  set(key: 'session', value: Session): void
}

/** Variables that the middleware sets: `new Hono<SessionVariables>()`. */
export interface SessionVariables {
  readonly Variables: { session: Session }
}

/** Lets only those through who are signed in and have what is asked for; then `c.get('session')` is there. */
export function requireSession(sessions: Sessions, demand: Demand) {
  return async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const verdict = await guard(sessions, context.req.raw, demand)
    if (verdict.kind === 'refused') return verdict.response
    context.set('session', verdict.session)
    await next()
    return undefined
  }
}
