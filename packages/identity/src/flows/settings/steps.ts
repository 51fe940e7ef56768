import { flowExpired } from '../../messages/flow-errors.ts'
import { noSession } from '../../sessions/refusals.ts'
import { expiredSubmitRefusal, isExpired } from '../model/expiry.ts'
import {
  fieldsOf,
  requireCsrfToken,
  requireMethod,
  requireNativeCaller,
  requireReadableBody,
  strategyOf,
  type Step,
  type StepRow,
} from '../steps/guards.ts'
import { requireOfferedMethod } from '../organization/settings.ts'
import { refused } from '../model/outcome.ts'
import { flowAction, flowPage, publicUrl, withParameters } from '../presentation/present.ts'
import { ownerRefusal, settingsAccessRefusal, stepUpLocation } from './access.ts'
import { suspend } from './continuity.ts'
import { openSettings } from './form.ts'
import { runSettings } from './run.ts'
import { secretFor } from '../http/request-context.ts'

const requireSession: Step = ({ config }, { flow, signedIn }) =>
  signedIn
    ? undefined
    : {
        kind: 'refused',
        native: flow.type === 'api',
        refusal: noSession,
        page: { location: config.selfservice.flows.login.uiUrl, status: 302 },
      }

const requireEnoughFactors: Step = (context, { flow, signedIn }) => {
  const action = flowAction(context.config.publicBaseUrl, 'settings', flow.id)
  const owed = signedIn && settingsAccessRefusal(context, signedIn, action)
  if (!owed) return undefined
  const page = { location: stepUpLocation(owed), status: 303 } as const
  return { kind: 'refused', native: flow.type === 'api', refusal: owed, page }
}

const requireOwner: Step = (_context, { flow, signedIn }) => {
  const foreign = signedIn && ownerRefusal(flow, signedIn)
  return foreign && refused(flow, foreign)
}

/** Answers an expired flow with a new one. */
const requireLiveFlow: Step = async (context, { flow, request, signedIn }) => {
  if (!signedIn || !isExpired(flow, request.now)) return undefined
  const { secret, cookies } = secretFor(flow.type, request, context.csrf)
  const successor = await openSettings(context, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret,
    identity: signedIn.identity,
    organizationId: flow.details.organizationId,
    now: request.now,
    messages: [flowExpired('settings', flow.expiresAt)],
  })
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: expiredSubmitRefusal(flow, successor.id, request.now),
    page: { location: flowPage(context.config, successor), status: 303 },
    cookies,
  }
}

/** Checks the token, except for a suspended submission: its token was checked when it arrived. */
const requireOwnCsrfToken: Step = (context, attempt) =>
  attempt.isResumed ? undefined : requireCsrfToken(context, attempt)

/** Requires a recent sign-in for sensitive changes. A browser's change is kept until the person has signed in again. */
const requireRecentSignIn: Step = async (context, attempt) => {
  const { flow, request, signedIn, submission } = attempt
  const { settings } = strategyOf(attempt)
  if (!signedIn || submission.kind !== 'fields' || !settings) return undefined
  const { session, identity } = signedIn
  const { privilegedSessionMaxAgeMs } = context.config.selfservice.flows.settings
  const isRecent = session.authenticatedAt + privilegedSessionMaxAgeMs > request.now
  const question = { flow, submission, fields: fieldsOf(submission), now: request.now, identity, session }
  if (isRecent || !settings.isPrivileged(question)) return undefined

  const { publicBaseUrl } = context.config
  const location = withParameters(publicUrl(publicBaseUrl, '/self-service/login/browser'), {
    refresh: 'true',
    return_to: flowAction(publicBaseUrl, 'settings', flow.id),
  })
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: {
      code: 403,
      id: 'session_refresh_required',
      reason: 'This change needs a recent sign-in. Please confirm that it is you; the change is kept until then.',
      message: 'the sign-in is too long ago for this change',
      siblings: { redirect_browser_to: location },
    },
    page: { location, status: 303 },
    ...(flow.type === 'browser' && { cookies: [await suspend(context, request, flow, identity.id, submission)] }),
  }
}

/** TABLE: the return from a provider to the settings. */
// prettier-ignore
export const settingsAfterProvider: readonly StepRow[] = [
  //                     browser native refresh
  [requireSession,       true,   true,  true],
  [requireEnoughFactors, true,   true,  true],
  [requireOwner,         true,   true,  true],
  [requireLiveFlow,      true,   true,  true],
]

/** TABLE: submitting settings. */
// prettier-ignore
export const submitSettings: readonly StepRow[] = [
  //                     browser native refresh
  [requireSession,       true,   true,  true],
  [requireEnoughFactors, true,   true,  true],
  [requireOwner,         true,   true,  true],
  [requireLiveFlow,      true,   true,  true],
  [requireReadableBody,  true,   true,  true],
  [requireMethod,        true,   true,  true],
  [requireOfferedMethod, true,   true,  true],
  [requireOwnCsrfToken,  true,   false, true],
  [requireNativeCaller,  false,  true,  true],
  [requireRecentSignIn,  true,   true,  true],
  [runSettings,          true,   true,  true],
]
