import { refusedByControlPlane } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { Operator } from '../session/operator.server.ts'

/** What became of a change. */
export type Changed<T> =
  | { readonly kind: 'done'; readonly body: T }
  /** `reason` is the control plane's own, in English: what is wrong and how to mend it. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly id: string | undefined
      readonly reason: string
      /** What else it says: the faults of a configuration, one by one. */
      readonly faults: readonly string[]
      /** The same for programs, where there is more to it than a status. */
      readonly details?: Readonly<Record<string, unknown>>
    }

/** Calls of one operator to the control plane. Paths begin at the place: `/members` is `/workspaces/{id}/members`. */
export interface Caller {
  /** Reads. Throws a page where the control plane refuses. */
  load<T>(path: string): Promise<T>
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
      if (answer.kind === 'refused') throw refusedByControlPlane(page, answer.status, answer.reason, answer.id)
      return answer.body
    },
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

interface Refusal {
  readonly id?: string
  readonly reason?: string
  readonly details?: { readonly faults?: readonly string[] } & Readonly<Record<string, unknown>>
}

/** Reads an answer of the control plane. */
export async function readAnswer<T>(response: Response): Promise<Changed<T>> {
  const text = await response.text()
  if (response.ok) return { kind: 'done', body: parseBody<T>(text) }
  const { error } = parseBody<{ readonly error?: Refusal }>(text)
  const { id, reason = '', details = {} } = error ?? {}
  return { kind: 'refused', status: response.status, id, reason, faults: details.faults ?? [], details }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the control plane is of the same build as this
function parseBody<T>(text: string): T {
  return (text === '' ? {} : JSON.parse(text)) as T
}
