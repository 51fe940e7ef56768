import { guardToken } from './bearer.ts'
import { guard, type Demand } from './guard.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { TokenCheck, TokenClaims } from './tokens.ts'

/** The parts of Hono’s context that this middleware uses. */
interface Context {
  readonly req: { readonly raw: Request }
  set(key: 'session', value: Session): void
}

/** Variables that the middleware sets: `new Hono<SessionVariables>()`. */
export interface SessionVariables {
  readonly Variables: { session: Session }
}

/** Allows only people who are signed in and meet the requirements; then `c.get('session')` is set. */
export function requireSession(sessions: Sessions, demand: Demand) {
  return async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const verdict = await guard(sessions, context.req.raw, demand)
    if (verdict.kind === 'refused') return verdict.response
    context.set('session', verdict.session)
    await next()
    return undefined
  }
}

/** The parts of Hono’s context that this middleware uses. */
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
