import { randomUUID } from 'node:crypto'

import { readContinuity, writeContinuity } from '../http/continuity-cookie.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import { isObject, type Submission } from '../http/submission.ts'
import type { RequestContext } from '../http/request-context.ts'

type Fields = Extract<Submission, { kind: 'fields' }>

/** Keeps a submission while the person signs in again; returns the cookie line that identifies it. */
export async function suspend(
  context: Pick<FlowContext, 'config' | 'flows' | 'seals'>,
  request: RequestContext,
  flow: StoredFlow,
  identityId: string,
  submission: Fields,
): Promise<string> {
  const id = randomUUID()
  const plain = JSON.stringify({ flow: flow.id, submission })
  // The submission may hold a new password, so it is not kept readable.
  const payload = { sealed: context.seals.seal(plain, owner(id)) }
  await context.flows.insertContinuity({ id, identityId, payload, expiresAt: flow.expiresAt })
  return writeContinuity(context.config, request.route, 'settings', id)
}

/** Takes the suspended submission of this flow and person, once. */
export async function resume(
  context: Pick<FlowContext, 'config' | 'flows' | 'seals'>,
  request: RequestContext,
  flow: StoredFlow,
  identityId: string,
): Promise<{ readonly submission: Fields; readonly cookies: readonly string[] } | undefined> {
  const id = readContinuity(request.route.cookies, 'settings')
  const container = id === undefined ? undefined : await context.flows.takeContinuity(id, request.now)
  if (!container || container.identityId !== identityId) return undefined
  const { sealed } = container.payload
  const plain = typeof sealed === 'string' ? context.seals.open(sealed, owner(container.id)) : undefined
  const submission = plain === undefined ? undefined : parse(plain, flow.id)
  return (
    submission && {
      submission,
      cookies: [writeContinuity(context.config, request.route, 'settings', undefined)],
    }
  )
}

function owner(id: string): string {
  return `submission ${id}`
}

function parse(plain: string, flowId: string): Fields | undefined {
  const value: unknown = JSON.parse(plain)
  if (!isObject(value) || value['flow'] !== flowId || !isObject(value['submission'])) return undefined
  return value['submission'] as unknown as Fields
}
