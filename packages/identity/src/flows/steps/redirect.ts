import type { Redirect } from '../ports/strategy-outcome.ts'
import type { FlowContext } from '../flow-context.ts'
import { writeContinuity } from '../http/continuity-cookie.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../model/outcome.ts'

/** Redirects the person to another address, with the value that the browser has to return. */
export function leave(
  { config }: Pick<FlowContext, 'config'>,
  { flow, request }: Pick<Attempt, 'flow' | 'request'>,
  { to, continuity }: Redirect,
): Outcome {
  const native = flow.type === 'api'
  if (continuity === undefined) return { kind: 'location_change', native, location: to }
  const cookie = writeContinuity(config, request.route, 'provider', continuity)
  return { kind: 'location_change', native, location: to, cookies: [cookie] }
}
