import { flowExpired } from '../../messages/flow-errors.ts'
import { sameRequest } from '../oauth2/carried-request.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { expiredSubmitRefusal, isExpired } from '../model/expiry.ts'
import type { Step } from '../steps/guards.ts'
import { flowPage } from '../presentation/present.ts'
import { openLogin } from './form.ts'
import { secretFor } from '../http/request-context.ts'
import { sameOrganization } from '../organization/named.ts'
import type { FlowContext } from '../flow-context.ts'
import type { LoginFormNeeds } from '../needs.ts'

/** An expired flow is answered with a fresh one of the same purpose. */
export const requireLiveFlow: Step<LoginFormNeeds & Pick<FlowContext, 'csrf'>> = async (
  context,
  { flow, request, signedIn },
) => {
  if (!isExpired(flow, request.now)) return undefined
  const { identitySchema, requestedAal, refresh } = flow.details
  const { secret, cookies } = secretFor(flow.type, request, context.csrf)
  const successor = await openLogin(context, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret,
    aal: requestedAal === 'aal2' ? 'aal2' : 'aal1',
    refresh: refresh === true && signedIn !== undefined,
    identity: refresh || requestedAal === 'aal2' ? signedIn?.identity : undefined,
    ...(identitySchema !== undefined && { identitySchema }),
    details: { ...sameRequest(flow.details), ...sameOrganization(flow.details) },
    now: request.now,
    network: visitorNetwork(request.headers),
    messages: [flowExpired('login', flow.expiresAt)],
  })
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: expiredSubmitRefusal(flow, successor.id, request.now),
    page: { location: flowPage(context.config, successor), status: 303 },
    cookies,
  }
}
