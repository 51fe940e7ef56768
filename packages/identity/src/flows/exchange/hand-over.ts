import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import { withParameters } from '../presentation/present.ts'
import { isObject } from '../http/submission.ts'
import { keepSession } from './codes.ts'

/**
 * Returns the browser's answer at the end of a flow that an app started. The browser never receives the session, only a
 * redirect to the app with one half of the code, which is useless without the app's half.
 */
export async function handOver(
  context: Pick<FlowContext, 'config' | 'flows' | 'returnUrls' | 'seals'>,
  { flow, method }: { readonly flow: StoredFlow; readonly method: string },
  outcome: Outcome,
): Promise<Outcome> {
  const { exchangeHash: firstHash } = flow.details
  if (firstHash === undefined || flow.type !== 'api') return outcome
  const { returnUrls, config } = context
  const { after } = config.selfservice.flows[flow.kind]
  const app = returnUrls.after(flow.returnTo, after, method)
  const cookies = outcome.cookies ?? []
  if (outcome.kind === 'done') {
    const token = isObject(outcome.body) ? outcome.body['session_token'] : undefined
    const code = typeof token === 'string' ? await keepSession(context, flow, firstHash, token) : undefined
    return { kind: 'redirect', status: 303, location: withParameters(app, { code }), cookies }
  }
  if (outcome.kind === 'flow') {
    return { kind: 'redirect', status: 303, location: withParameters(app, { flow: outcome.flow.id }), cookies }
  }
  return outcome
}
