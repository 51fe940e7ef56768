import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import type { SettingsFormNeeds, BrowserNeeds, SessionNeeds, RunNeeds, SubmitNeeds } from '../needs.ts'
import { runSteps } from '../steps/guards.ts'
import { noSession } from '../../sessions/refusals.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { findFlow, submitRefusal } from '../http/query.ts'
import { visitor } from '../steps/sign-in.ts'
import { submitFlow } from '../steps/submit.ts'
import type { RequestContext } from '../http/request-context.ts'
import { resume } from './continuity.ts'
import { initSettings } from './init.ts'
import { readSettings } from './read.ts'
import { submitSettings } from './steps.ts'
import type { SubmitSettingsNeeds } from './steps.ts'
import { withIdentity } from './with-identity.ts'

/** Settings: start, read, submit, and go on after the person has confirmed who they are. */
export const settingsHandler = {
  init: async (
    context: SettingsFormNeeds & BrowserNeeds & Pick<FlowContext, 'memberships' | 'sessions'>,
    type: FlowType,
    request: RequestContext,
  ): Promise<Outcome> => withIdentity(context, request, await initSettings(context, type, request)),

  read: async (
    context: SessionNeeds & Pick<FlowContext, 'csrf' | 'flows'>,
    request: RequestContext,
  ): Promise<Outcome> => withIdentity(context, request, await readSettings(context, request)),

  submit: async (context: SubmitNeeds & SubmitSettingsNeeds, request: RequestContext): Promise<Outcome> => {
    // Without a session it does not show which flows there are.
    if (!(await visitor(context, request)) && !(await findFlow(context, 'settings', request.query.get('flow')))) {
      const page = { location: context.config.selfservice.flows.login.uiUrl, status: 302 } as const
      return { kind: 'refused', native: false, refusal: noSession, page }
    }
    return withIdentity(context, request, await submitFlow(context, 'settings', request, submitSettings))
  },

  /** The browser comes back to the flow: a change that was kept for it is applied now. */
  resume: async (context: RunNeeds & SubmitSettingsNeeds, request: RequestContext): Promise<Outcome> => {
    const id = request.query.get('flow')
    const flow = await findFlow(context, 'settings', id)
    if (!flow) return refused(undefined, submitRefusal('settings', id))
    const signedIn = await visitor(context, request)
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
