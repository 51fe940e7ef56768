import { asksForRole, policyOf, type RoleOperation } from '@gatehouse/contract/operators'
import { logOutage, type Log } from '@gatehouse/platform/log'
import { isStorageFull, UnreachableDatabaseError } from '@gatehouse/platform/database'
import type { Clock } from '@gatehouse/platform/work'
import { RefusalError as GeneralRefusalError, createRouteTable, envelopeRefusal } from '@gatehouse/platform/http'

import { randomUUID } from 'node:crypto'

import type { BareCall, Call, Handlers, Row, Target } from './access/call.ts'
import type { Gate } from './access/gate.ts'
import type { Principal } from './model/principal.ts'
import { readBody, readParams, readQuery } from './access/read-call.ts'
import { reasonOf, requireReason } from './access/reason.ts'
import type { Actor, AuditStore } from './model/audit-store.ts'
import { errorAnswer, RefusalError } from './http/answer.ts'
import type { Guests } from './onboarding/guests.ts'

/** The caller, with the name that the audit log records. */
export interface Caller {
  readonly principal: Principal
  readonly actor: Actor
  /** The request came by the project's own address. Absent: by the control plane's. */
  readonly isOwnAddress?: boolean
}

/** The dependencies of answering by the table. */
export interface DispatchDeps {
  readonly rows: readonly Row[]
  readonly handlers: Handlers
  readonly gate: Gate
  readonly guests: Guests
  readonly audit: AuditStore
  readonly clock: Clock
  readonly log: Log
}

/** Identifies the sender of a request. Refuses with 401. */
export type Recognize = (request: Request, now: number) => Promise<Caller>

/** Answers a request of a caller whom `recognize` identifies. Never rejects. */
export type Dispatch = (request: Request, recognize: Recognize) => Promise<Response>

/** Creates the dispatcher of requests by the table of operations. */
export function createDispatcher(deps: DispatchDeps): Dispatch {
  const { handlers, audit } = deps
  const match = createRouteTable(deps.rows)

  async function answer(request: Request, recognize: Recognize): Promise<Response> {
    const url = new URL(request.url)
    const tooLong = envelopeRefusal(request, url)
    if (tooLong) throw new RefusalError(tooLong)
    const found = match(request.method, url.pathname)
    if (found.kind === 'unknown' || found.kind === 'malformed')
      throw new RefusalError({ code: 404, reason: 'There is nothing at this address.' })
    if (found.kind === 'wrong_method') {
      const headers = { allow: found.allowed.join(', ') }
      throw new RefusalError({ code: 405, reason: `This address answers ${headers.allow}.`, headers })
    }
    const now = deps.clock()
    const { row, params } = found
    const arrived = { request, url, params, now, isOwnAddress: false }
    if (row.scope === 'onboarding') {
      const guest = await deps.guests(request.headers, now)
      const { id: projectId, workspaceId } = guest.project
      return handle(handlers, row, { ...arrived, ...guest }, recorder(audit, row, arrived, guest.actor), {
        projectId,
        workspaceId,
      })
    }
    const { principal, actor, isOwnAddress = false } = await recognize(request, now)
    const record = recorder(audit, row, arrived, actor)
    const call = { ...arrived, principal, actor, isOwnAddress }
    // An invitation's token is in the body, which determines who may use it.
    if (!asksForRole(row.operation)) return handle(handlers, row, call, record, {})
    const { whereabouts, ...more } = await admit(deps, row, row.operation, call, recognize)
    return handle(handlers, row, { ...call, ...more }, record, whereabouts)
  }

  return async (request, recognize) => {
    const answered = await answer(request, recognize).catch((error: unknown) => failure(error, request, deps.log))
    return request.method === 'HEAD' ? new Response(null, answered) : answered
  }
}

type Whereabouts = Pick<Target, 'workspaceId' | 'projectId'>
type Recorder = (whereabouts: Whereabouts) => Call['record']

/** Creates the recorder of a row's lines in the audit log. It refuses with 400 an invalid reason. */
function recorder(
  audit: AuditStore,
  { operation }: Row,
  { request, now: at }: Pick<Call, 'request' | 'now'>,
  actor: Actor,
): Recorder {
  const reason = reasonOf(request.headers)
  return (whereabouts) =>
    async (target): Promise<void> => {
      const { workspaceId, projectId, ...what } = { ...whereabouts, ...target }
      const entry = { id: randomUUID(), at, actor, operation, target: what, reason }
      await audit.append({ ...entry, workspaceId, projectId })
    }
}

/** Asks the gate, and determines the subject of the call. */
async function admit(
  { gate, clock }: DispatchDeps,
  row: Row,
  operation: RoleOperation,
  call: Omit<Call, 'record'>,
  recognize: Recognize,
) {
  const { principal, params, request } = call
  if (row.scope === 'workspace') {
    const found = await gate.workspace(principal, operation, params)
    return { ...found, whereabouts: { workspaceId: found.workspace.id } }
  }
  if (row.scope !== 'project') {
    await gate.installation(principal, operation)
    return { whereabouts: {} }
  }
  const found = await gate.project(principal, operation, params)
  // A listener without a key has no caller who could give a reason.
  if (policyOf(operation).reason === true && call.actor.kind !== 'system') requireReason(request.headers)
  const stillAllowed = () =>
    isAllowed(async () => {
      const { principal: again } = await recognize(request, clock())
      await gate.project(again, operation, params)
    })
  const { id: projectId, workspaceId } = found.project
  return { ...found, stillAllowed, whereabouts: { projectId, workspaceId } }
}

/** Reads the request by its contract, and has it answered. */
async function handle(
  handlers: Handlers,
  row: Row,
  context: Omit<BareCall, 'record'>,
  record: Recorder,
  whereabouts: Whereabouts,
): Promise<Response> {
  const call = {
    ...context,
    params: readParams(context.params),
    query: readQuery(row, context.url.searchParams),
    body: () => readBody(row, context.request),
    record: record(whereabouts),
  }
  // The cast is safe: the gate has found the scope of the operation, and the contract has read the rest.
  return handlers[row.operation](call as never)
}

/** The answer for a failure. An unexpected one is logged whole and answered without a word of it. */
export function failure(error: unknown, request: Request, log: Log): Response {
  if (error instanceof GeneralRefusalError) return errorAnswer(error.refusal)
  if (error instanceof Error && error.name === 'IdentityServiceUnreachable') {
    log.warn({ err: error }, 'the operators’ identity service does not answer')
    return errorAnswer({ code: 503, reason: 'The operators’ identity service does not answer. Try again in a moment.' })
  }
  if (error instanceof UnreachableDatabaseError) {
    logOutage(log, error, 'the database does not answer')
    return errorAnswer({ code: 503, reason: 'The database does not answer. Try again in a moment.' })
  }
  const { pathname } = new URL(request.url)
  log.error({ err: error, method: request.method, path: pathname }, 'a request to the control plane failed')
  if (isStorageFull(error)) return errorAnswer({ code: 507, reason: 'There is no room left to store anything.' })
  return errorAnswer({ code: 500, reason: 'It has been written down in the log.' })
}

async function isAllowed(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof RefusalError) return false
    throw error
  }
}
