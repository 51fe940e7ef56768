import type { IncomingMessage } from 'node:http'
import { guardToken } from './bearer.ts'
import { guard, type Demand } from './guard.ts'
import { keepClaims, keepSession, requestOf } from './requests.ts'
import type { Sessions } from './sessions.ts'
import type { TokenCheck } from './tokens.ts'

export { claimsOf, sessionOf } from './requests.ts'

/** The parts of Fastify’s request and reply that this hook uses. */
interface FastifyRequest {
  readonly raw: IncomingMessage
}
interface FastifyReply {
  code(status: number): FastifyReply
  header(name: string, value: string): FastifyReply
  send(body: string): FastifyReply
}

/** A `preHandler` that allows only people who are signed in and meet the requirements. */
export function requireSession(sessions: Sessions, demand: Demand) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const verdict = await guard(sessions, requestOf(request.raw), demand)
    if (verdict.kind === 'allowed') {
      keepSession(request.raw, verdict.session)
      return undefined
    }
    return send(verdict.response, reply)
  }
}

/** A `preHandler` that lets only those through who send a good token; then `claimsOf(request.raw)` is there. `check`: of `createTokens`. */
export function requireToken(check: TokenCheck) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const verdict = await guardToken(check, requestOf(request.raw).headers)
    if (verdict.kind === 'refused') return send(verdict.response, reply)
    keepClaims(request.raw, verdict.claims)
    return undefined
  }
}

async function send(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) reply.header(name, value)
  return reply.code(answer.status).send(await answer.text())
}
