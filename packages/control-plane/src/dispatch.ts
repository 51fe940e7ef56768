import { isStorageFull } from '@gatehouse/platform/storage'
import type { Clock } from '@gatehouse/platform/clock'

import { randomUUID } from 'node:crypto'

import type { Call, Row, Target } from './access/call.ts'
import type { Gate } from './access/gate.ts'
import type { Principal } from './access/principal.ts'
import { policyOf } from './access/permissions.ts'
import { reasonOf, requireReason } from './access/reason.ts'
import type { Actor, AuditStore } from './audit/store.ts'
import { errorAnswer, RefusalError } from './http/answer.ts'
import { readJsonBody } from './http/json-body.ts'
import type { Guests } from './onboarding/guests.ts'
import { createPathTable } from './http/path-table.ts'

/** Where unexpected failures go. The shape is pino's. */
export interface ControlPlaneLog {
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/** Who calls, and the name that the audit log keeps. */
export interface Caller {
  readonly principal: Principal
  readonly actor: Actor
  /** The request came by the project's own address. Absent: by the control plane's. */
  readonly isOwnAddress?: boolean
}

/** What answering by the table takes. */
export interface DispatchDeps {
  readonly rows: readonly Row[]
  readonly gate: Gate
  readonly guests: Guests
  readonly audit: AuditStore
  readonly clock: Clock
  readonly log: ControlPlaneLog
}

/** Finds out who sent a request. Refuses with 401. */
export type Recognize = (request: Request, now: number) => Promise<Caller>

/** Answers requests by the table of operations. Never rejects. */
export function createDispatcher(deps: DispatchDeps): (request: Request, recognize: Recognize) => Promise<Response> {
  const match = createPathTable(deps.rows)

  async function answer(request: Request, recognize: Recognize): Promise<Response> {
    const url = new URL(request.url)
    const found = match(request.method, url.pathname)
    if (found.kind === 'unknown') throw new RefusalError({ code: 404, reason: 'There is nothing at this address.' })
    if (found.kind === 'wrong_method') {
      const headers = { allow: found.allowed.join(', ') }
      throw new RefusalError({ code: 405, reason: `This address answers ${headers.allow}.`, headers })
    }
    const now = deps.clock()
    const { row, params } = found
    const arrived = { request, url, params, now, isOwnAddress: false }
    if (row.place === 'onboarding') {
      const guest = deps.guests(request.headers, now)
      const { id: projectId, workspaceId } = guest.project
      const record = recorder(row, arrived, guest.actor)({ projectId, workspaceId })
      return row.handle({ ...arrived, ...guest, body: (shape) => readJsonBody(request, shape), record })
    }
    const { principal, actor, isOwnAddress = false } = await recognize(request, now)
    return run(row, { ...arrived, principal, actor, isOwnAddress }, recognize, recorder(row, arrived, actor))
  }

  type Whereabouts = Pick<Target, 'workspaceId' | 'projectId'>

  /** Writes a row's lines of the audit log. Refuses with 400 a reason that cannot be kept. */
  function recorder({ operation }: Row, { request, now: at }: Pick<Call, 'request' | 'now'>, actor: Actor) {
    const reason = reasonOf(request.headers)
    return (whereabouts: Whereabouts) =>
      (target: Target): void => {
        const { workspaceId, projectId, ...what } = { ...whereabouts, ...target }
        const entry = { id: randomUUID(), at, actor, operation, target: what, reason }
        deps.audit.append({ ...entry, workspaceId, projectId })
      }
  }

  async function run(
    row: Exclude<Row, { readonly place: 'onboarding' }>,
    base: Omit<Call, 'record' | 'body'>,
    recognize: Recognize,
    record: (whereabouts: Whereabouts) => Call['record'],
  ): Promise<Response> {
    const { gate } = deps
    const { principal, params } = base
    const call = (whereabouts: Whereabouts): Call => ({
      ...base,
      body: (shape) => readJsonBody(base.request, shape),
      record: record(whereabouts),
    })
    switch (row.place) {
      case 'installation':
        gate.installation(principal, row.operation)
        return row.handle(call({}))
      case 'workspace': {
        const at = gate.workspace(principal, row.operation, params)
        return row.handle({ ...call({ workspaceId: at.workspace.id }), ...at })
      }
      case 'project': {
        const at = gate.project(principal, row.operation, params)
        // A listener without a key has no caller whose reason could be asked for.
        const asksForReason = policyOf(row.operation).reason === true && base.actor.kind !== 'system'
        if (asksForReason) requireReason(base.request.headers)
        const { id: projectId, workspaceId } = at.project
        const stillAllowed = () =>
          isAllowed(async () => {
            const { principal: again } = await recognize(base.request, deps.clock())
            gate.project(again, row.operation, params)
          })
        return row.handle({ ...call({ projectId, workspaceId }), ...at, stillAllowed })
      }
      case 'invitation':
        return row.handle(call({}))
    }
    row satisfies never
    throw new TypeError('a row of the table has no place')
  }

  return async (request, recognize) => {
    const answered = await answer(request, recognize).catch((error: unknown) => failure(error, request, deps.log))
    return request.method === 'HEAD' ? new Response(null, answered) : answered
  }
}

/** The answer for a failure. What nobody foresaw is logged whole and answered without a word of it. */
export function failure(error: unknown, request: Request, log: ControlPlaneLog): Response {
  if (error instanceof RefusalError) return errorAnswer(error.refusal)
  if (error instanceof Error && error.name === 'IdentityServiceUnreachable') {
    log.warn({ err: error }, 'the operators’ identity service does not answer')
    return errorAnswer({ code: 503, reason: 'The operators’ identity service does not answer. Try again in a moment.' })
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
