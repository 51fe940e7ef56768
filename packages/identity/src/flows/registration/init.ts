import type { FlowType } from '@gatehouse/contract/flow'

import type { Refusal } from '../../http/answer.ts'
import { arrive } from '../oauth2/arrive.ts'
import { rememberRequest } from '../oauth2/carried-request.ts'
import type { LoginRequest } from '../../oauth2/login-requests.ts'
import type { FlowContext } from '../flow-context.ts'
import { beginExchange } from '../exchange/begin.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { FlowDetails } from '../model/flow.ts'
import { chosenOrganization } from '../organization/choice.ts'
import { forOrganization } from '../organization/named.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { parameter, requestUrl, returnToFault } from '../http/query.ts'
import { schemaFault } from '../http/schema-choice.ts'
import { visitor } from '../steps/sign-in.ts'
import { publicUrl } from '../presentation/present.ts'
import { secretFor } from '../http/request-context.ts'
import type { Visit } from '../http/request-context.ts'
import { openRegistration } from './form.ts'

/** Starts a sign-up. */
export async function initRegistration(context: FlowContext, type: FlowType, visit: Visit): Promise<Outcome> {
  const { secret, cookies } = secretFor(type, visit, context.csrf)
  const { enabled } = context.config.selfservice.flows.registration
  const arrival = enabled ? await arrive(context, type, visit) : undefined
  const outcome = !arrival
    ? refused({ type }, registrationDisabled)
    : arrival.kind === 'answered'
      ? arrival.outcome
      : open(context, type, arrival.visit, secret, arrival.request)
  return { ...outcome, cookies, ...(secret && { secret }) }
}

function open(
  context: FlowContext,
  type: FlowType,
  visit: Visit,
  secret: CsrfSecret | undefined,
  request: LoginRequest | undefined,
): Outcome {
  const { config } = context
  const signedIn = visitor(context, visit)
  if (signedIn && request && type === 'browser') return confirmInstead(config.publicBaseUrl, visit)
  if (signedIn) return signedInAlready(config.selfservice.defaultReturnUrl, type)
  const fault =
    returnToFault(context, visit) ??
    returnToFault(context, visit, 'after_verification_return_to') ??
    schemaFault(context, visit)
  if (fault) return refused({ type }, fault)

  const identitySchema = parameter(visit, 'identity_schema')
  const afterVerificationReturnTo = parameter(visit, 'after_verification_return_to')
  const exchange = beginExchange(type, visit)
  const organization = chosenOrganization(context, visit)
  const details: FlowDetails = {
    ...exchange.details,
    ...forOrganization(organization),
    ...rememberRequest(request),
    ...(identitySchema !== undefined && { identitySchema }),
    ...(afterVerificationReturnTo !== undefined && { afterVerificationReturnTo }),
  }
  const flow = openRegistration(context, {
    type,
    requestUrl: requestUrl(config.publicBaseUrl, visit),
    returnTo: parameter(visit, 'return_to'),
    secret,
    details,
    now: visit.now,
  })
  return { kind: 'flow', flow, status: 200, ...(exchange.extra && { extra: exchange.extra }) }
}

/** Who has an account, but has to show for the OAuth2 client that it is theirs, signs in. */
function confirmInstead(publicBaseUrl: string, { context }: Visit): Outcome {
  const start = new URL(publicUrl(publicBaseUrl, '/self-service/login/browser'))
  start.search = context.url.search
  return { kind: 'redirect', status: 302, location: start.href }
}

/** Who is signed in has an account. Scripts are told, browsers go on. */
export function signedInAlready(location: string, type: FlowType): Outcome {
  return { kind: 'refused', native: type === 'api', refusal: sessionAvailable, page: { location, status: 303 } }
}

/** Answers every call of a sign-up while it is off, and whoever comes from a provider without an account here. */
export const registrationDisabled: Refusal = {
  code: 400,
  id: 'self_service_flow_disabled',
  reason: 'Sign-up is switched off in the configuration.',
  message: 'sign-up is not possible here',
}

const sessionAvailable: Refusal = {
  code: 400,
  id: 'session_already_available',
  reason: 'You are signed in already, so there is no account to sign up for.',
  message: 'you are already signed in',
}
