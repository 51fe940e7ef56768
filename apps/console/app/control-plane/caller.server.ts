import { createControlPlaneApi, type CallArguments, type CallResult } from '@gatehouse/client/control-plane'
import type { AnswerOf, Operation, QueryInput } from '@gatehouse/contract/control-plane'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { Operator } from '../session/operator.server.ts'
import { type ListedPage, type ListWanted, pageOfRefusal, readList } from './list.server.ts'

/** The workspace or project that every call of a caller is about. */
export interface CallScope {
  readonly workspace?: string
  readonly project?: string
}

type ScopeParam = 'workspace' | 'project' | 'project_id'

/** The arguments of a call, beside the workspace or project that it is about. */
type Given<Op extends Operation> = CallArguments<Op, ScopeParam>

/** Calls of one operator to the control plane, by the names of its contract. */
export interface Caller {
  /** Reads. Throws an error response if the control plane refuses. */
  load<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<AnswerOf<Op>>
  /** Reads the page of a list that the address of the console's own page names. Throws an error response if it is refused. */
  list<Op extends Operation>(operation: Op, wanted?: ListWanted<QueryInput<Op>>): Promise<ListedPage<AnswerOf<Op>>>
  /**
   * Calls an operation and returns its result, a refusal included. For a change the control plane checks the role again, and
   * writes the audit log with the reason.
   */
  call<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<CallResult<AnswerOf<Op>>>
  /** The answer as it is, for downloads. */
  fetch<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<Response>
  /** Any request to the control plane, for clients that make their own. */
  readonly send: (request: Request) => Promise<Response>
}

/** The calls of an operator. `scope` is the workspace or project that operations are about, by its id. */
export function createCaller(page: ConsoleRequest, operator: Operator, scope: CallScope): Caller {
  const { identityId, secondFactor } = operator
  const send = page.controlPlane.fetchAs({ kind: 'operator', identityId, secondFactor })
  const { workspace = '', project = '' } = scope
  const shared = { workspace, project, project_id: project }
  const api = createControlPlaneApi<ScopeParam>({ baseUrl: page.publicOrigin, send, shared })
  return {
    load: async (operation, ...given) => {
      const answer = await api.call(operation, ...given)
      if (answer.kind === 'refused') throw pageOfRefusal(page, answer)
      return answer.body
    },
    list: (operation, { token, query } = {}) => readList(page, (paging) => api.list(operation, paging, query), token),
    call: (operation, ...given) => api.call(operation, ...given),
    fetch: (operation, ...given) => api.fetch(operation, ...given),
    send,
  }
}
