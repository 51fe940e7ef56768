import type { FlowType } from '@gatehouse/contract/flows'
import { noSession } from '../../sessions/refusals.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { findFlow, submitRefusal, parameter, requestUrl, returnToFault } from '../http/query.ts'
import { type RequestContext, withSecret } from '../http/request-context.ts'
import { expiredReadRefusal, isExpired } from '../model/expiry.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { settingsOrganization } from '../organization/settings.ts'
import { flowPage, publicUrl } from '../presentation/present.ts'
import { runSteps } from '../steps/guards.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { submitFlow } from '../steps/submit.ts'
import { ownerRefusal, settingsAccessRefusal, settingsSessionMissing, stepUpLocation } from './access.ts'
import { resume } from './continuity.ts'
import { openSettings } from './form.ts'
import { submitSettings } from './steps.ts'
import { withIdentity } from './with-identity.ts'

/** Starts a settings flow for the signed-in person. */
async function initSettings(context: FlowContext, type: FlowType, request: RequestContext): Promise<Outcome> {
  if (type === 'api') return open(context, type, request, undefined)
  const { secret, cookies } = withSecret(request, context.csrf)
  return { ...(await open(context, type, request, secret)), cookies, secret }
}

async function open(
  context: FlowContext,
  type: FlowType,
  request: RequestContext,
  secret: CsrfSecret | undefined,
): Promise<Outcome> {
  const { config } = context
  const native = type === 'api'
  if (!config.selfservice.flows.settings.enabled) {
    return refused({ type }, { code: 400, reason: 'Settings are turned off in the configuration.' })
  }
  const signedIn = await currentSignIn(context, request)
  if (!signedIn) {
    const refusal = native
      ? settingsSessionMissing
      : { ...settingsSessionMissing, siblings: { CredentialsMissing: false } }
    const location = publicUrl(config.publicBaseUrl, '/self-service/login/browser')
    return { kind: 'refused', native, refusal, page: { location, status: 303 } }
  }
  const returnTo = parameter(request, 'return_to')
  const url = requestUrl(config.publicBaseUrl, request)
  const owed = settingsAccessRefusal(context, signedIn, returnTo === undefined ? undefined : url)
  if (owed) return { kind: 'refused', native, refusal: owed, page: { location: stepUpLocation(owed), status: 303 } }
  const fault = returnToFault(context, request)
  if (fault) return refused({ type }, fault)
  const { identity } = signedIn
  const organizationId = await settingsOrganization(context, request, identity)
  const flow = await openSettings(context, {
    type,
    requestUrl: url,
    returnTo,
    secret,
    identity,
    organizationId,
    now: request.now,
  })
  return { kind: 'flow', flow, status: 200 }
}

/** Settings: start, read, submit, and resume after the person has confirmed who they are. */
export const settingsHandler = {
  init: async (context: FlowContext, type: FlowType, request: RequestContext): Promise<Outcome> =>
    withIdentity(context, request, await initSettings(context, type, request)),

  read: async (context: FlowContext, request: RequestContext): Promise<Outcome> =>
    withIdentity(context, request, await readSettings(context, request)),

  submit: async (context: FlowContext, request: RequestContext): Promise<Outcome> => {
    // Without a session the answer does not reveal which flows exist.
    if (!(await currentSignIn(context, request)) && !(await findFlow(context, 'settings', request.query.get('flow')))) {
      const page = { location: context.config.selfservice.flows.login.uiUrl, status: 302 } as const
      return { kind: 'refused', native: false, refusal: noSession, page }
    }
    return withIdentity(context, request, await submitFlow(context, 'settings', request, submitSettings))
  },

  /** Resumes the flow when the browser returns: applies a change that was kept for it. */
  resume: async (context: FlowContext, request: RequestContext): Promise<Outcome> => {
    const id = request.query.get('flow')
    const flow = await findFlow(context, 'settings', id)
    if (!flow) return refused(undefined, submitRefusal('settings', id))
    const signedIn = await currentSignIn(context, request)
    const isOwn = signedIn !== undefined && flow.identityId === signedIn.identity.id
    const suspended =
      isOwn && request.route.request.method === 'GET'
        ? await resume(context, request, flow, signedIn.identity.id)
        : undefined
    if (isOwn && !suspended) return withIdentity(context, request, { kind: 'flow', flow, status: 200 })
    const outcome = await runSteps(submitSettings, context, {
      request,
      flow,
      submission: suspended?.submission ?? { kind: 'unreadable', reason: '' },
      signedIn,
      isResumed: true,
    })
    const cookies = [...(suspended?.cookies ?? []), ...(outcome.cookies ?? [])]
    return withIdentity(context, request, { ...outcome, cookies })
  },
}

/** Reads a settings flow. The session authorizes this, not the anti-CSRF cookie. */
async function readSettings(context: FlowContext, request: RequestContext): Promise<Outcome> {
  const { secret, cookies } = withSecret(request, context.csrf)
  const refuse = (refusal: Extract<Outcome, { kind: 'refused' }>['refusal']): Outcome => {
    return { kind: 'refused', native: true, refusal, cookies }
  }
  const signedIn = await currentSignIn(context, request)
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
