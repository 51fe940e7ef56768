import { visitorNetwork } from '../../limits/visitor-network.ts'
import { flowExpired } from '../../messages/flow-errors.ts'
import { signInThere } from '../../messages/organizations.ts'
import { generic } from '../../messages/validation.ts'
import { findField } from '../../nodes/change.ts'
import { givenAalOf } from '../../sessions/aal.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { secretFor } from '../http/request-context.ts'
import type { Attempt } from '../model/attempt.ts'
import { expiredSubmitRefusal, initUrl, isExpired } from '../model/expiry.ts'
import type { StoredFlow } from '../model/flow.ts'
import { signInStart } from '../oauth2/accept.ts'
import { redirectSignIn } from '../organization/redirect-sign-in.ts'
import { identifierField } from '../ports/strategy-input.ts'
import { flowPage } from '../presentation/present.ts'
import { carriedDetails } from '../steps/carried-details.ts'
import {
  fieldsOf,
  lacksFlowCookie,
  requireCsrfToken,
  requireMethod,
  requireNativeCaller,
  requireOwnBrowser,
  requireReadableBody,
  type Step,
  type StepRow,
  strategyOf,
} from '../steps/guards.ts'
import { reject } from '../steps/reject.ts'
import { type LoginFlowInput, openLogin, withBlankForm } from './form.ts'
import { addressVia, alreadySignedIn } from './init.ts'
import { runLogin } from './run.ts'

/** Refuses a login while a session is active: it would open a second one. Refresh and second factor need the session. */
const requireNoSession: Step = async (context, attempt) => {
  const { flow, request, signedIn } = attempt
  if (!signedIn) return undefined
  if (flow.details.requestedAal === 'aal2' && givenAalOf(signedIn.session.methods) !== 'aal2') return undefined
  const { oauth2LoginChallenge } = flow.details
  if (flow.type === 'browser' && oauth2LoginChallenge !== undefined) {
    const location = signInStart(context, { login_challenge: oauth2LoginChallenge })
    return { kind: 'location_change', native: false, location }
  }
  if (flow.type === 'browser' && !request.wantsJson) {
    return { kind: 'redirect', status: 303, location: context.config.selfservice.defaultReturnUrl }
  }
  const form = [generic(alreadySignedIn.reason ?? '')]
  // As in Kratos, another browser gets the flow too: it must not see what was entered in the first one.
  if (lacksFlowCookie(attempt)) return { kind: 'flow', flow: await withBlankForm(context, flow, form), status: 400 }
  return reject(context, flow, { kind: 'rejected', form })
}

/** Requires a session for a second factor, which is added to it. */
const requireFirstFactor: Step = (context, { flow, signedIn }) => {
  if (flow.details.requestedAal !== 'aal2' || signedIn) return undefined
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: { code: 401, id: 'session_aal1_required', reason: 'Your session has ended. Please sign in again.' },
    page: { location: initUrl(context.config.publicBaseUrl, { ...flow, kind: 'login' }), status: 303 },
  }
}

/** Answers an expired flow with a new one of the same purpose. */
const requireLiveFlow: Step = async (context, attempt) => {
  const { flow, request } = attempt
  if (!isExpired(flow, request.now)) return undefined
  const { secret, cookies } = secretFor(flow.type, request, context.csrf)
  const successor = await openSuccessor(context, attempt, secret)
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: expiredSubmitRefusal(flow, successor.id, request.now),
    page: { location: flowPage(context.config, successor), status: 303 },
    cookies,
  }
}

/** Redirects an organization's people to its connections, before any password is checked. */
const requireOwnOrganization: Step = async (context, attempt) => {
  const { requestedAal, linking, organizationId } = attempt.flow.details
  const strategy = strategyOf(attempt)
  if (requestedAal === 'aal2' || linking || strategy.socialSignIn) return undefined
  const field = identifierField(fieldsOf(attempt.submission))
  const identifier = field.kind === 'text' ? field.value : undefined
  const organization =
    (await context.memberships.active(organizationId)) ??
    (identifier === undefined ? undefined : await context.memberships.ofAddress(identifier))
  if (!organization) return undefined
  return redirectSignIn(context, attempt, organization, {
    ...(identifier !== undefined && { identifier }),
    messages: strategy.id === context.methodNames.identifierFirst ? [] : [signInThere(organization)],
  })
}

/** TABLE: submitting a sign-in. The first step with an outcome ends it. Columns: the flows in which a step runs. */
// prettier-ignore
export const loginSteps: readonly StepRow[] = [
  //                    browser native refresh
  [requireNoSession,    true,   true,  false],
  [requireFirstFactor,  true,   true,  true ],
  [requireLiveFlow,     true,   true,  true ],
  [requireOwnBrowser,   true,   false, true ],
  [requireReadableBody, true,   true,  true ],
  [requireMethod,       true,   true,  true ],
  [requireCsrfToken,    true,   false, true ],
  [requireNativeCaller, false,  true,  true ],
  [requireOwnOrganization, true, true, true ],
  [runLogin,            true,   true,  true ],
]

/** TABLE: the return from a provider to a sign-in. */
// prettier-ignore
export const loginStepsAfterProvider: readonly StepRow[] = [
  //                browser native refresh
  [requireNoSession, true,   true,  false],
  [requireLiveFlow,  true,   true,  true ],
]

/** Opens a flow of the same purpose as an expired one, for the browser of `secret`. */
async function openSuccessor(
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
  const link = await carriedLink(context, attempt)
  return openLogin(context, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret,
    aal,
    refresh,
    identity,
    ...(address !== undefined && { via: address }),
    ...link,
    details: { ...carriedDetails(flow.details), ...link.details },
    now: request.now,
    network: visitorNetwork(request.headers),
    messages: [flowExpired('login', flow.expiresAt)],
  })
}

/** Returns the link that the expired flow waits to create. Another browser must not learn whose account it is. */
async function carriedLink(
  context: Pick<FlowContext, 'config' | 'identities'>,
  attempt: Attempt,
): Promise<Pick<LoginFlowInput, 'details' | 'linking'>> {
  const { linking } = attempt.flow.details
  const provider = linking?.link['provider']
  if (!linking || typeof provider !== 'string' || lacksFlowCookie(attempt)) return {}
  const identifier = findField(attempt.flow.nodes, 'identifier')?.attributes.value
  const hints = context.config.selfservice.flows.registration.loginHints
  const owner = hints ? await context.identities.find(linking.identityId) : undefined
  return {
    linking: { provider, identifier: typeof identifier === 'string' ? identifier : '', owner },
    details: { linking },
  }
}
