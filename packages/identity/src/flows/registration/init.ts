import type { FlowType } from '@gatehouse/contract/flows'

import type { Refusal } from '../../http/answer.ts'
import { arrive } from '../oauth2/arrive.ts'
import { rememberRequest } from '../oauth2/carried-request.ts'
import type { LoginRequest } from '../../oauth2/login-requests.ts'
import type { FlowContext } from '../flow-context.ts'
import { beginExchange } from '../exchange/handler.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { FlowDetails } from '../model/flow.ts'
import { chosenOrganization } from '../organization/choice.ts'
import { forOrganization } from '../organization/named.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { parameter, requestUrl, returnToFault } from '../http/query.ts'
import { signUpSchemaFault } from '../http/schema-choice.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { publicUrl } from '../presentation/present.ts'
import { secretFor, type RequestContext } from '../http/request-context.ts'
import { openRegistration } from './form.ts'

/** Starts a sign-up. */
export async function initRegistration(
  context: FlowContext,
  type: FlowType,
  request: RequestContext,
): Promise<Outcome> {
  const { secret, cookies } = secretFor(type, request, context.csrf)
  const { enabled } = context.config.selfservice.flows.registration
  const arrival = enabled ? await arrive(context, type, request) : undefined
  const outcome = !arrival
    ? refused({ type }, registrationDisabled)
    : arrival.kind === 'answered'
      ? arrival.outcome
      : await open(context, type, arrival.request, secret, arrival.loginRequest)
  return { ...outcome, cookies, ...(secret && { secret }) }
}

async function open(
  context: FlowContext,
  type: FlowType,
  request: RequestContext,
  secret: CsrfSecret | undefined,
  loginRequest: LoginRequest | undefined,
): Promise<Outcome> {
  const { config } = context
  const foreign = returnToFault(context, request)
  if (foreign) return refused({ type }, foreign)
  const signedIn = await currentSignIn(context, request)
  if (signedIn && loginRequest && type === 'browser') return confirmInstead(config.publicBaseUrl, request)
  if (signedIn) return signedInAlready(context, parameter(request, 'return_to'), type)
  const fault = returnToFault(context, request, 'after_verification_return_to') ?? signUpSchemaFault(context, request)
  if (fault) return refused({ type }, fault)

  const identitySchema = parameter(request, 'identity_schema')
  const afterVerificationReturnTo = parameter(request, 'after_verification_return_to')
  const exchange = beginExchange(type, request)
  const organization = await chosenOrganization(context, request)
  const details: FlowDetails = {
    ...exchange.details,
    ...forOrganization(organization),
    ...rememberRequest(loginRequest),
    ...(identitySchema !== undefined && { identitySchema }),
    ...(afterVerificationReturnTo !== undefined && { afterVerificationReturnTo }),
  }
  const flow = await openRegistration(context, {
    type,
    requestUrl: requestUrl(config.publicBaseUrl, request),
    returnTo: parameter(request, 'return_to'),
    secret,
    details,
    now: request.now,
  })
  const { oauth2LoginRequest: _asked, ...anonymous } = flow.details
  const first = config.improvements.clientsAreShown ? flow : { ...flow, details: anonymous }
  return { kind: 'flow', flow: first, status: 200, ...(exchange.extra && { extra: exchange.extra }) }
}

/** Redirects to the sign-in: the person has an account, but has to prove to the OAuth2 client that it is theirs. */
function confirmInstead(publicBaseUrl: string, { route }: RequestContext): Outcome {
  const start = new URL(publicUrl(publicBaseUrl, '/self-service/login/browser'))
  start.search = route.url.search
  return { kind: 'redirect', status: 302, location: start.href }
}

/** Answers a visitor with a session, who has an account: an error for JSON clients, `return_to` for browsers. */
export function signedInAlready(
  { returnUrls }: Pick<FlowContext, 'returnUrls'>,
  returnTo: string | undefined,
  type: FlowType,
): Outcome {
  const location = returnUrls.after(returnTo, { defaultReturnUrl: undefined, hooks: [], methods: {} })
  return { kind: 'refused', native: type === 'api', refusal: sessionAvailable, page: { location, status: 303 } }
}

/**
 * The refusal of every call of a sign-up while it is off, also for a person from a provider without an account here.
 */
export const registrationDisabled: Refusal = {
  code: 400,
  id: 'self_service_flow_disabled',
  reason: 'Sign-up is turned off in the configuration.',
  message: 'sign-up is not possible here',
}

const sessionAvailable: Refusal = {
  code: 400,
  id: 'session_already_available',
  reason: 'You are signed in already, so there is no account to sign up for.',
  message: 'you are already signed in',
}
