import type { IncomingMessage } from 'node:http'
import { guard, type Demand } from './guard.ts'
import { keepSession, requestOf } from './requests.ts'

import type { Sessions } from './sessions.ts'

export { sessionOf } from './requests.ts'

/** What this hook uses of Fastify’s request and reply. */
interface FastifyRequest {
  readonly raw: IncomingMessage
}
interface FastifyReply {
  code(status: number): FastifyReply
  header(name: string, value: string): FastifyReply
  send(body: string): FastifyReply
}

/** A `preHandler` that lets only those through who are signed in and have what is asked for. */
export function requireSession(sessions: Sessions, demand: Demand) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const verdict = await guard(sessions, requestOf(request.raw), demand)
    if (verdict.kind === 'allowed') {
      keepSession(request.raw, verdict.session)
      return undefined
    }
    const { status, headers } = verdict.response
    for (const [name, value] of headers) reply.header(name, value)
    return reply.code(status).send(await verdict.response.text())
  }
}
