import { randomUUID } from 'node:crypto'

import { errorEnvelope } from '../../http/answer.ts'
import { timestamp } from '../../identities/present.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../model/outcome.ts'
import { parameter } from '../http/query.ts'
import { withSecret, type RequestContext } from '../http/request-context.ts'

/** A sample that pages can be tried with. */
const stub = { id: 'stub:500', body: { ...errorEnvelope({ code: 500, reason: 'This is a sample error.' }).error } }

/** Returns a stored error to the error page. Always JSON. */
export async function readError(
  context: Pick<FlowContext, 'csrf' | 'flows'>,
  request: RequestContext,
): Promise<Outcome> {
  const { cookies } = withSecret(request, context.csrf)
  const id = parameter(request, 'id') ?? parameter(request, 'error')
  const error =
    id === stub.id
      ? { id: randomUUID(), body: stub.body, createdAt: request.now }
      : id === undefined
        ? undefined
        : await context.flows.findError(id)
  if (!error) return { kind: 'refused', native: true, refusal: { code: 404 }, cookies }
  const at = timestamp(error.createdAt)
  const body = { id: error.id, error: error.body, created_at: at, updated_at: at }
  return { kind: 'done', native: true, body, location: '', cookies }
}
