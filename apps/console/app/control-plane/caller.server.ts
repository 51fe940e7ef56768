import { type Changed, type ControlPlaneApi, createControlPlaneApi } from '@gatehouse/client/control-plane-api'
import type { AnswerOf, BodyInput, Operation, ParamsOf, QueryInput } from '@gatehouse/contract/control-plane/operations'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { Operator } from '../session/operator.server.ts'
import { type ListedPage, type ListWanted, pageOfRefusal, type PagingInput, readList } from './list.server.ts'

/** The workspace or project that every call of a caller is about. */
export interface CallScope {
  readonly workspace?: string
  readonly project?: string
}

type ScopeParam = 'workspace' | 'project' | 'project_id'

/** What a page says with a call, beside the workspace or project that it is about. */
export interface Sent<Op extends Operation> {
  /** The other parameters of the path. */
  readonly params?: Omit<ParamsOf<Op>, ScopeParam>
  readonly query?: QueryInput<Op>
  readonly body?: BodyInput<Op>
  /** Why, for the audit log; empty: not said. */
  readonly reason?: string
  readonly accept?: string
  readonly signal?: AbortSignal
}

/** What has to be said: parameters and a body, where the operation has them. */
type Required<Op extends Operation> = (keyof Omit<ParamsOf<Op>, ScopeParam> extends never ? 'query' : 'params') &
  keyof Sent<Op>

/** The arguments of a call; nothing, where nothing has to be said. */
export type Given<Op extends Operation> =
  Required<Op> extends 'params'
    ? [sent: Sent<Op> & { readonly params: Omit<ParamsOf<Op>, ScopeParam> }]
    : [sent?: Sent<Op>]

/** Calls of one operator to the control plane, by the names of its contract. */
export interface Caller {
  /** Reads. Throws a page where the control plane refuses. */
  load<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<AnswerOf<Op>>
  /** Reads the page of a list that the address of the console's own page names. Throws a page where it is refused. */
  list<Op extends Operation>(operation: Op, wanted?: ListWanted<QueryInput<Op>>): Promise<ListedPage<AnswerOf<Op>>>
  /** Changes something; the control plane checks the role once more and writes the audit log, with the reason. */
  change<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<Changed<AnswerOf<Op>>>
  /** The answer as it is, for downloads. */
  fetch<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<Response>
  /** Any request to the control plane, for clients that make their own. */
  readonly send: (request: Request) => Promise<Response>
}

/** The calls of an operator. `scope` is the workspace or project that operations are about, by its id. */
export function createCaller(page: ConsoleRequest, operator: Operator, scope: CallScope): Caller {
  const { identityId, secondFactor } = operator
  const send = page.controlPlane.fetchAs({ kind: 'operator', identityId, secondFactor })
  const api: ControlPlaneApi = createControlPlaneApi({ baseUrl: page.publicOrigin, send })
  const { workspace = '', project = '' } = scope
  const whole = <Op extends Operation>([sent = {}]: readonly (Sent<Op> | undefined)[]) => ({
    ...sent,
    params: { workspace, project, project_id: project, ...sent.params } as unknown as ParamsOf<Op>,
  })
  return {
    load: async (operation, ...given) => {
      const answer = await api.call(operation, whole(given))
      if (answer.kind === 'refused') throw pageOfRefusal(page, answer)
      return answer.body
    },
    list: <Op extends Operation>(operation: Op, { token, query }: ListWanted<QueryInput<Op>> = {}) => {
      const ask = (paging: PagingInput) =>
        api.call(operation, whole<Op>([{ query: Object.assign({}, query, paging) as unknown as QueryInput<Op> }]))
      return readList(page, ask, token)
    },
    change: (operation, ...given) => api.call(operation, whole(given)),
    fetch: (operation, ...given) => api.fetch(operation, whole(given)),
    send,
  }
}
