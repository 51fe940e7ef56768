import { noSession } from '../../sessions/refusals.ts'
import type { FlowContext } from '../flow-context.ts'
import type { SessionNeeds } from '../needs.ts'
import { expiredReadRefusal, isExpired } from '../model/expiry.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { findFlow } from '../http/query.ts'
import { visitor } from '../steps/sign-in.ts'
import { withSecret } from '../http/request-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ownerRefusal, settingsAccessRefusal } from './access.ts'

/** Reads a settings flow. The session decides who may, not the anti-CSRF cookie. */
export async function readSettings(
  context: SessionNeeds & Pick<FlowContext, 'csrf' | 'flows'>,
  request: RequestContext,
): Promise<Outcome> {
  const { secret, cookies } = withSecret(request, context.csrf)
  const refuse = (refusal: Extract<Outcome, { kind: 'refused' }>['refusal']): Outcome => {
    return { kind: 'refused', native: true, refusal, cookies }
  }
  const signedIn = await visitor(context, request)
  if (!signedIn) return refuse(noSession)
  const flow = await findFlow(context, 'settings', request.query.get('id'))
  if (!flow) return refuse({ code: 404 })
  const owed = settingsAccessRefusal(context, signedIn, flowPage(context.config, flow))
  if (owed) return refuse(owed)
  const foreign = ownerRefusal(flow, signedIn)
  if (foreign) return refuse(foreign)
  if (isExpired(flow, request.now)) return refuse(expiredReadRefusal(flow, context.config.publicBaseUrl))
  return { kind: 'flow', flow, status: 200, asJson: true, cookies, secret }
}
