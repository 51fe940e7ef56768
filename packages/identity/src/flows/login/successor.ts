import { visitorNetwork } from '../../limits/visitor-network.ts'
import { flowExpired } from '../../messages/flow-errors.ts'
import { findField } from '../../nodes/change.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import { carriedDetails } from '../steps/carried-details.ts'
import { isForeign } from '../steps/guards.ts'
import { openLogin, type LoginRequest } from './form.ts'
import { addressVia } from './init.ts'

/** Opens a flow of the same purpose as an expired one, for the browser of `secret`. */
export async function openSuccessor(
  context: FlowContext,
  attempt: Attempt,
  secret: CsrfSecret | undefined,
): Promise<StoredFlow> {
  const { flow, request, signedIn } = attempt
  const aal = flow.details.requestedAal === 'aal2' ? 'aal2' : 'aal1'
  const refresh = flow.details.refresh === true && signedIn !== undefined
  const identity = refresh || aal === 'aal2' ? signedIn?.identity : undefined
  const via = aal === 'aal2' ? new URL(flow.requestUrl).searchParams.get('via') : null
  const address = via === null ? undefined : addressVia(via, identity)
  const link = await sameLink(context, attempt)
  return openLogin(context, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret,
    aal,
    refresh,
    identity,
    ...(address !== undefined && { via: address }),
    ...(link && { linking: link.linking }),
    details: { ...carriedDetails(flow.details), ...link?.details },
    now: request.now,
    network: visitorNetwork(request.headers),
    messages: [flowExpired('login', flow.expiresAt)],
  })
}

/** Returns the link that the expired flow waits to create. Another browser must not learn whose account it is. */
async function sameLink(
  context: Pick<FlowContext, 'config' | 'identities'>,
  attempt: Attempt,
): Promise<(Required<Pick<LoginRequest, 'linking'>> & Pick<StoredFlow, 'details'>) | undefined> {
  const { linking } = attempt.flow.details
  const provider = linking?.link['provider']
  if (!linking || typeof provider !== 'string' || isForeign(attempt)) return undefined
  const identifier = findField(attempt.flow.nodes, 'identifier')?.attributes.value
  const hints = context.config.selfservice.flows.registration.loginHints
  const owner = hints ? await context.identities.find(linking.identityId) : undefined
  return {
    linking: { provider, identifier: typeof identifier === 'string' ? identifier : '', owner },
    details: { linking },
  }
}
