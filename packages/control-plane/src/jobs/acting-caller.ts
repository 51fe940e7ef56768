import type { ProjectCall } from '../access/call.ts'
import { reasonHeader } from '../access/reason.ts'
import type { SavedCaller } from '../model/job.ts'
import type { Principal } from '../model/principal.ts'

/** Answers requests of a caller: each passes the permissions and the audit log as if the caller had sent it. */
export type AnswerAs = (principal: Principal) => (request: Request) => Promise<Response>

/** Calls a project on behalf of a caller, with its reason, at paths such as `/admin/identities`. */
export interface ActingCaller {
  readonly baseUrl: string
  readonly send: (request: Request) => Promise<Response>
}

/** Returns the parts of a call to store for work that outlasts it. */
export function savedCaller({ principal, request, url }: ProjectCall): SavedCaller {
  const reason = request.headers.get(reasonHeader)
  return { principal, origin: url.origin, ...(reason !== null && { reason }) }
}

/** Lets work that outlasts a call continue as its caller: a role that is removed meanwhile ends it. */
export function actingFor(
  answerAs: AnswerAs,
  { principal, origin, reason }: SavedCaller,
  projectId: string,
): ActingCaller {
  const send = answerAs(principal)
  return {
    baseUrl: `${origin}/projects/${projectId}`,
    send: (asked) => {
      if (reason !== undefined) asked.headers.set(reasonHeader, reason)
      return send(asked)
    },
  }
}
