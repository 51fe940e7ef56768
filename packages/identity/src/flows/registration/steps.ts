import { draftOf } from '../../identities/compose.ts'
import { flowExpired } from '../../messages/flow-errors.ts'
import { signInThere } from '../../messages/organizations.ts'
import { signInStart } from '../oauth2/accept.ts'
import { sameRequest } from '../oauth2/carried-request.ts'
import type { FlowContext } from '../flow-context.ts'
import type { FormNeeds, RegistrationNeeds, SignUpRedirectNeeds } from '../needs.ts'
import { expiredSubmitRefusal, isExpired } from '../model/expiry.ts'
import {
  requireCsrfToken,
  requireMethod,
  requireNativeCaller,
  requireReadableBody,
  strategyOf,
} from '../steps/guards.ts'
import type { Step, StepRow } from '../steps/guards.ts'
import { flowSchema } from '../presentation/node-order.ts'
import { redirectSignUp } from '../organization/redirect-sign-up.ts'
import { refused } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { openRegistration } from './form.ts'
import { registrationDisabled, signedInAlready } from './init.ts'
import { runRegistration } from './run.ts'
import { readTraits } from '../presentation/traits.ts'
import { secretFor } from '../http/request-context.ts'
import { sameOrganization } from '../organization/named.ts'

const requireEnabled: Step<Pick<FlowContext, 'config'>> = ({ config }, { flow }) =>
  config.selfservice.flows.registration.enabled ? undefined : refused(flow, registrationDisabled)

const requireNoSession: Step<Pick<FlowContext, 'config' | 'returnUrls'>> = (context, { flow, signedIn }) => {
  if (!signedIn) return undefined
  const { oauth2LoginChallenge } = flow.details
  if (flow.type === 'api' || oauth2LoginChallenge === undefined) {
    return signedInAlready(context, flow.returnTo, flow.type)
  }
  return {
    kind: 'location_change',
    native: false,
    location: signInStart(context, { login_challenge: oauth2LoginChallenge }),
  }
}

/** An expired flow is answered with a fresh one of the same purpose. */
const requireLiveFlow: Step<FormNeeds & Pick<FlowContext, 'csrf'>> = async (context, { flow, request }) => {
  if (!isExpired(flow, request.now)) return undefined
  const { identitySchema, afterVerificationReturnTo } = flow.details
  const { secret, cookies } = secretFor(flow.type, request, context.csrf)
  const successor = await openRegistration(context, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret,
    details: {
      ...sameRequest(flow.details),
      ...(identitySchema !== undefined && { identitySchema }),
      ...sameOrganization(flow.details),
      ...(afterVerificationReturnTo !== undefined && { afterVerificationReturnTo }),
    },
    now: request.now,
    messages: [flowExpired('registration', flow.expiresAt)],
  })
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: expiredSubmitRefusal(flow, successor.id, request.now),
    page: { location: flowPage(context.config, successor), status: 303 },
    cookies,
  }
}

/** A sign-up with an address of an organization goes through its connections. */
const requireOwnOrganization: Step<SignUpRedirectNeeds & Pick<FlowContext, 'memberships'>> = async (
  context,
  attempt,
) => {
  const { flow, submission, request } = attempt
  if (strategyOf(attempt).linking || submission.kind !== 'fields') return undefined
  const schema = flowSchema(context.schemas, flow)
  const traits = readTraits(schema, submission)
  const chosen = await context.memberships.active(flow.details.organizationId)
  const organization = chosen ?? (await context.memberships.strayAddress(draftOf(schema, traits, request.now)))
  if (!organization) return undefined
  return redirectSignUp(context, attempt, organization, { traits, messages: [signInThere(organization)] })
}

/** What the steps of a sign-up take, before its strategy is asked. */
export type ArriveAtRegistrationNeeds = FormNeeds & Pick<FlowContext, 'csrf' | 'returnUrls'>

/** TABLE 3: coming back from a provider to a sign-up. */
// prettier-ignore
export const arriveAtRegistration: readonly StepRow<ArriveAtRegistrationNeeds>[] = [
  //                browser native refresh
  [requireNoSession, true,   true,  true],
  [requireLiveFlow,  true,   true,  true],
]

/** TABLE 3: submitting a sign-up. */
// prettier-ignore
export const submitRegistration: readonly StepRow<RegistrationNeeds>[] = [
  //                    browser native refresh
  [requireEnabled,      true,   true,  true],
  [requireNoSession,    true,   true,  true],
  [requireLiveFlow,     true,   true,  true],
  [requireReadableBody, true,   true,  true],
  [requireMethod,       true,   true,  true],
  [requireCsrfToken,    true,   false, true],
  [requireNativeCaller, false,  true,  true],
  [requireOwnOrganization, true, true, true],
  [runRegistration,     true,   true,  true],
]
