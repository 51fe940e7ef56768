import type { ProjectCall } from '../access/call.ts'
import { reasonHeader } from '../access/reason.ts'
import type { Principal } from '../access/principal.ts'

/** Answers requests of a caller: each passes the permissions and the audit log as if they had sent it themselves. */
export type AnswerAs = (principal: Principal) => (request: Request) => Promise<Response>

/** Calls to the project of a call, by its caller and with its reason, at paths such as `/admin/identities`. */
export interface ActingCaller {
  readonly baseUrl: string
  readonly send: (request: Request) => Promise<Response>
}

/** Lets work that outlasts a call go on as its caller: a role that is taken away meanwhile ends it. */
export function actingFor(answerAs: AnswerAs, { principal, project, request, url }: ProjectCall): ActingCaller {
  const send = answerAs(principal)
  const reason = request.headers.get(reasonHeader)
  return {
    baseUrl: `${url.origin}/projects/${project.id}`,
    send: (asked) => {
      if (reason !== null) asked.headers.set(reasonHeader, reason)
      return send(asked)
    },
  }
}
