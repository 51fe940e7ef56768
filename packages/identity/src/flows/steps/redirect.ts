import type { Redirect } from '../ports/strategy-outcome.ts'
import type { FlowContext } from '../flow-context.ts'
import { writeContinuity } from '../http/continuity-cookie.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../model/outcome.ts'

/** Sends the person elsewhere, with what the browser has to bring back. */
export function leave(
  { config }: Pick<FlowContext, 'config'>,
  { flow, visit }: Pick<Attempt, 'flow' | 'visit'>,
  { to, continuity }: Redirect,
): Outcome {
  const native = flow.type === 'api'
  if (continuity === undefined) return { kind: 'leave', native, location: to }
  const cookie = writeContinuity(config, visit.context, 'provider', continuity)
  return { kind: 'leave', native, location: to, cookies: [cookie] }
}
