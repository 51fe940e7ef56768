import { guardToken } from './bearer.ts'
import { guard, type Demand } from './guard.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { TokenCheck, TokenClaims } from './tokens.ts'

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

/** What this middleware uses of Hono’s context. */
interface TokenContext {
  readonly req: { readonly raw: Request }
  set(key: 'claims', value: TokenClaims): void
}

/** Variables that the middleware sets: `new Hono<TokenVariables>()`. */
export interface TokenVariables {
  readonly Variables: { claims: TokenClaims }
}

/** Lets only those through who send a good token; then `c.get('claims')` is there. `check`: of `createTokens`. */
export function requireToken(check: TokenCheck) {
  return async (context: TokenContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const verdict = await guardToken(check, context.req.raw.headers)
    if (verdict.kind === 'refused') return verdict.response
    context.set('claims', verdict.claims)
    await next()
    return undefined
  }
}
