import type { IncomingMessage, ServerResponse } from 'node:http'
import { guard, type Demand } from './guard.ts'
import { keepSession, requestOf } from './requests.ts'
import type { Sessions } from './sessions.ts'

export { sessionOf } from './requests.ts'

/** Middleware as Node's own servers and Express have it. */
export type NodeMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Lets only those through who are signed in and have what is asked for. */
export function requireSession(sessions: Sessions, demand: Demand): NodeMiddleware {
  return (message, response, next) => {
    guard(sessions, requestOf(message), demand)
      .then(async (verdict) => {
        if (verdict.kind === 'allowed') {
          keepSession(message, verdict.session)
          return next()
        }
        const { status, headers } = verdict.response
        response.writeHead(status, Object.fromEntries(headers)).end(await verdict.response.text())
      })
      .catch(next)
  }
}
