import type { IncomingMessage, ServerResponse } from 'node:http'
import { guardToken } from './bearer.ts'
import { guard, type Demand } from './guard.ts'
import { keepClaims, keepSession, requestOf } from './requests.ts'
import type { Sessions } from './sessions.ts'
import type { TokenCheck } from './tokens.ts'

export { claimsOf, sessionOf } from './requests.ts'

/** Middleware as Node's own servers and Express have it. */
export type NodeMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Allows only people who are signed in and meet the requirements. */
export function requireSession(sessions: Sessions, demand: Demand): NodeMiddleware {
  return (message, response, next) => {
    guard(sessions, requestOf(message), demand)
      .then(async (verdict) => {
        if (verdict.kind === 'allowed') {
          keepSession(message, verdict.session)
          return next()
        }
        await send(verdict.response, response)
      })
      .catch(next)
  }
}

/** Lets only those through who send a good token; then `claimsOf(request)` is there. `check`: of `createTokens`. */
export function requireToken(check: TokenCheck): NodeMiddleware {
  return (message, response, next) => {
    guardToken(check, requestOf(message).headers)
      .then(async (verdict) => {
        if (verdict.kind === 'refused') return send(verdict.response, response)
        keepClaims(message, verdict.claims)
        return next()
      })
      .catch(next)
  }
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}
