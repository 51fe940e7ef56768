import type { FlowKind } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import { runSteps, type StepRow } from './guards.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { findFlow, submitRefusal } from '../http/query.ts'
import { currentSignIn } from './sign-in.ts'
import { readQuery, readSubmission } from '../http/submission.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Takes a submission through a flow's steps. A GET resumes a flow without fields: they would appear in logs. */
export async function submitFlow(
  context: FlowContext,
  kind: FlowKind,
  request: RequestContext,
  steps: readonly StepRow[],
): Promise<Outcome> {
  const id = request.query.get('flow')
  const submission = isResumed(request)
    ? readQuery(new URLSearchParams())
    : await readSubmission(await request.route.body(), request.headers.get('content-type'))
  // Looked up after the body was read: other requests may have changed the flow meanwhile.
  const flow = await findFlow(context, kind, id)
  if (!flow) return refused(undefined, submitRefusal(kind, id))
  return runSteps(steps, context, { request, flow, submission, signedIn: await currentSignIn(context, request) })
}

/** Checks that a GET or HEAD resumes a flow; such a request submits nothing. */
export function isResumed({ route }: RequestContext): boolean {
  return route.request.method === 'GET' || route.request.method === 'HEAD'
}
