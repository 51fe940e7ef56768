import type { FlowType } from '@gatehouse/contract/flow'

import type { Refusal } from '../../http/answer.ts'
import type { FlowContext } from '../context.ts'
import { beginExchange } from '../exchange/begin.ts'
import type { CsrfSecret } from '../csrf.ts'
import type { FlowDetails } from '../flow.ts'
import { refused } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import { parameter, requestUrl, returnToFault } from '../query.ts'
import { schemaFault } from '../schema-choice.ts'
import { visitor } from '../sign-in.ts'
import { withSecret } from '../visit.ts'
import type { Visit } from '../visit.ts'
import { openRegistration } from './form.ts'

/** Starts a sign-up. */
export function initRegistration(context: FlowContext, type: FlowType, visit: Visit): Outcome {
  if (type === 'api') return open(context, type, visit, undefined)
  const { secret, cookies } = withSecret(visit, context.csrf)
  return { ...open(context, type, visit, secret), cookies, secret }
}

function open(context: FlowContext, type: FlowType, visit: Visit, secret: CsrfSecret | undefined): Outcome {
  const { config } = context
  if (!config.selfservice.flows.registration.enabled) return refused({ type }, registrationDisabled)
  if (visitor(context, visit)) return signedInAlready(config.selfservice.defaultReturnUrl, type)
  const fault =
    returnToFault(context, visit) ??
    returnToFault(context, visit, 'after_verification_return_to') ??
    schemaFault(context, visit)
  if (fault) return refused({ type }, fault)

  const identitySchema = parameter(visit, 'identity_schema')
  const afterVerificationReturnTo = parameter(visit, 'after_verification_return_to')
  const exchange = beginExchange(type, visit)
  const details: FlowDetails = {
    ...exchange.details,
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

/** Who is signed in has an account. Scripts are told, browsers go on. */
export function signedInAlready(location: string, type: FlowType): Outcome {
  return { kind: 'refused', native: type === 'api', refusal: sessionAvailable, page: { location, status: 303 } }
}

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
