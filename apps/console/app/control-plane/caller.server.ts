import type { ConsoleRequest } from '../request/console-request.ts'
import type { Operator } from '../session/operator.server.ts'
import { type Changed, readAnswer } from './answer.server.ts'
import { type ListedPage, type ListWanted, pageOfRefusal, readList } from './list.server.ts'

/** Calls of one operator to the control plane. Paths begin at the place: `/members` is `/workspaces/{id}/members`. */
export interface Caller {
  /** Reads. Throws a page where the control plane refuses. */
  load<T>(path: string): Promise<T>
  /** Reads the page of a list that the address of the console's own page names. Throws a page where it is refused. */
  list<T>(path: string, wanted?: ListWanted): Promise<ListedPage<T>>
  /** Changes something; the control plane checks the role once more and writes the audit log, with the reason. */
  change<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    reason?: string,
  ): Promise<Changed<T>>
  /** The answer as it is, for downloads. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Any request to the control plane, for clients that make their own. */
  readonly send: (request: Request) => Promise<Response>
}

/** The calls of an operator. `root` stands before every path. */
export function createCaller(page: ConsoleRequest, operator: Operator, root: string): Caller {
  const { identityId, secondFactor } = operator
  const send = page.controlPlane.fetchAs({ kind: 'operator', identityId, secondFactor })
  const request = (path: string, init?: RequestInit) => send(new Request(`${page.publicOrigin}${root}${path}`, init))
  return {
    load: async <T>(path: string) => {
      const answer = await readAnswer<T>(await request(path))
      if (answer.kind === 'refused') throw pageOfRefusal(page, answer)
      return answer.body
    },
    list: <T>(path: string, wanted: ListWanted = {}) => readList<T>(page, request, path, wanted),
    change: async <T>(method: string, path: string, body?: unknown, reason = '') => {
      // A header holds letters of the Latin alphabet only; the control plane takes the rest percent-encoded.
      const why = reason === '' ? {} : { 'x-audit-reason': encodeURIComponent(reason) }
      const json = { 'content-type': 'application/json', ...why }
      const sent = body === undefined ? { headers: why } : { body: JSON.stringify(body), headers: json }
      const init = { method, ...sent }
      return readAnswer<T>(await request(path, init))
    },
    fetch: request,
    send,
  }
}
