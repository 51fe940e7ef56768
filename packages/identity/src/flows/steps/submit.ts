import type { FlowKind } from '@gatehouse/contract/flow'

import type { FlowContext } from '../flow-context.ts'
import { runSteps } from './guards.ts'
import type { StepRow } from './guards.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { findFlow, submitRefusal } from '../http/query.ts'
import { visitor } from './sign-in.ts'
import { readQuery, readSubmission } from '../http/submission.ts'
import type { Visit } from '../http/request-context.ts'

/** Takes a submission through a flow's steps. A GET resumes a flow and brings no fields: they would end up in logs. */
export async function submitFlow(
  context: FlowContext,
  kind: FlowKind,
  visit: Visit,
  steps: readonly StepRow[],
): Promise<Outcome> {
  const id = visit.query.get('flow')
  const submission = isResumed(visit)
    ? readQuery(new URLSearchParams())
    : await readSubmission(await visit.context.body(), visit.headers.get('content-type'))
  // Looked up once the body has come in: other requests may have moved the flow meanwhile.
  const flow = findFlow(context, kind, id)
  if (!flow) return refused(undefined, submitRefusal(id))
  return runSteps(steps, context, { visit, flow, submission, signedIn: visitor(context, visit) })
}

/** Whether a flow is taken up again by a GET or HEAD, which hands nothing in. */
export function isResumed({ context }: Visit): boolean {
  return context.request.method === 'GET' || context.request.method === 'HEAD'
}
