import type { FlowType } from '@gatehouse/contract/flows'

import type { Refusal } from '../../http/answer.ts'
import type { Identity } from '../../identities/identity.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import { arrive } from '../oauth2/arrive.ts'
import { rememberRequest, withQuery } from '../oauth2/carried-request.ts'
import type { LoginRequest } from '../../oauth2/login-requests.ts'
import { givenAalOf } from '../../sessions/aal.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import type { FlowContext } from '../flow-context.ts'
import { beginExchange } from '../exchange/handler.ts'
import { chosenOrganization } from '../organization/choice.ts'
import { forOrganization } from '../organization/named.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { parameter, requestUrl, returnToFault } from '../http/query.ts'
import { schemaFault } from '../http/schema-choice.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { secretFor, type RequestContext } from '../http/request-context.ts'
import { openLogin } from './form.ts'

/** Starts a sign-in, a refresh (`refresh=true`) or a second factor (`aal=aal2`). */
export async function initLogin(context: FlowContext, type: FlowType, request: RequestContext): Promise<Outcome> {
  const { secret, cookies } = secretFor(type, request, context.csrf)
  const arrival = await arrive(context, type, request)
  const outcome =
    arrival.kind === 'answered'
      ? arrival.outcome
      : await open(
          context,
          type,
          await withRequiredRefresh(context, arrival.request, arrival.loginRequest),
          secret,
          arrival.loginRequest,
        )
  return { ...outcome, cookies, ...(secret && { secret }) }
}

/**
 * Returns the request of a refresh if an OAuth2 client does not accept the session (`prompt=login`, `max_age`). The
 * second factor of a sign-in that has just begun is part of that sign-in, and no refresh.
 */
async function withRequiredRefresh(
  context: Pick<FlowContext, 'config' | 'sessions'>,
  request: RequestContext,
  loginRequest: LoginRequest | undefined,
): Promise<RequestContext> {
  if (!loginRequest || loginRequest.skip) return request
  const session = (await currentSignIn(context, request))?.session
  const earliest = request.now - context.config.selfservice.flows.login.lifespanMs
  const isSecondFactor =
    request.query.get('aal') === 'aal2' && session?.aal === 'aal1' && session.authenticatedAt > earliest
  return isSecondFactor ? request : withQuery(request, { refresh: 'true' })
}

async function open(
  context: FlowContext,
  type: FlowType,
  request: RequestContext,
  secret: CsrfSecret | undefined,
  loginRequest: LoginRequest | undefined,
): Promise<Outcome> {
  const { config, returnUrls } = context
  const returnTo = parameter(request, 'return_to')
  const aal = parameter(request, 'aal') ?? 'aal1'
  const fault = returnToFault(context, request) ?? schemaFault(context, request)
  if (fault) return refused({ type }, fault)
  if (aal !== 'aal1' && aal !== 'aal2') return refused({ type }, unknownAal(aal))

  const signedIn = await currentSignIn(context, request)
  const refresh = signedIn !== undefined && request.query.get('refresh') === 'true'
  if (!signedIn && aal === 'aal2') return refused({ type }, aal1Required)
  if (signedIn && !refresh && (aal === 'aal1' || givenAalOf(signedIn.session.methods) === 'aal2')) {
    const location = returnUrls.after(returnTo, { defaultReturnUrl: undefined, hooks: [], methods: {} })
    return { kind: 'refused', native: type === 'api', refusal: alreadySignedIn, page: { location, status: 303 } }
  }
  const via = parameter(request, 'via')
  const address = via === undefined ? undefined : addressVia(via, signedIn?.identity)
  if (signedIn && aal === 'aal2' && via !== undefined && address === undefined) {
    return refused({ type }, { code: 400, reason: `This account has no value for the trait "${via.slice(0, 100)}".` })
  }
  const organization =
    aal === 'aal2'
      ? undefined
      : signedIn
        ? await context.memberships.ofIdentity(signedIn.identity)
        : await chosenOrganization(context, request)
  const identitySchema = aal === 'aal1' ? parameter(request, 'identity_schema') : undefined
  const exchange = beginExchange(type, request)
  const flow = await openLogin(context, {
    type,
    details: {
      ...exchange.details,
      ...rememberRequest(loginRequest),
      ...forOrganization(organization),
      ...(identitySchema !== undefined && { identitySchema }),
    },
    requestUrl: requestUrl(config.publicBaseUrl, request),
    returnTo,
    secret,
    aal,
    refresh,
    identity: signedIn && (refresh || aal === 'aal2') ? signedIn.identity : undefined,
    ...(address !== undefined && { via: address }),
    now: request.now,
    network: visitorNetwork(request.headers),
  })
  return { kind: 'flow', flow, status: 200, ...(exchange.extra && { extra: exchange.extra }) }
}

/** Returns the address in the trait that the parameter `via` names; undefined if that is no string. */
export function addressVia(via: string, identity: Identity | undefined): string | undefined {
  const address = traitValue(identity?.traits, `traits.${via}`)
  return typeof address === 'string' ? address : undefined
}

function unknownAal(aal: string): Refusal {
  return { code: 400, reason: `The parameter "aal" has to be aal1 or aal2, not ${JSON.stringify(aal.slice(0, 20))}.` }
}

const aal1Required: Refusal = {
  code: 401,
  id: 'session_aal1_required',
  reason: 'A second factor can only be added to a session. Sign in first.',
  message: 'a second factor needs a session',
}

/**
 * The refusal to start a login with an active session, unless it is a refresh or a second factor. JSON clients get it;
 * browsers are redirected.
 */
export const alreadySignedIn: Refusal = {
  code: 400,
  id: 'session_already_available',
  reason: 'You are signed in already. To confirm that it is you, start the flow with `?refresh=true`.',
  message: 'you are already signed in',
}
