import type { FlowType } from '@gatehouse/contract/flow'

import type { FlowContext } from '../flow-context.ts'
import type { FormNeeds, BrowserNeeds, SessionNeeds } from '../needs.ts'
import { runSteps } from '../steps/guards.ts'
import { noSession } from '../../sessions/refusals.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { findFlow, submitRefusal } from '../http/query.ts'
import { visitor } from '../steps/sign-in.ts'
import { submitFlow } from '../steps/submit.ts'
import type { Visit } from '../http/request-context.ts'
import { resume } from './continuity.ts'
import { initSettings } from './init.ts'
import { readSettings } from './read.ts'
import { submitSettings } from './steps.ts'
import { withIdentity } from './with-identity.ts'

/** Settings: start, read, submit, and go on after the person has confirmed who they are. */
export const settingsHandler = {
  init: (
    context: FormNeeds & BrowserNeeds & Pick<FlowContext, 'memberships' | 'sessions'>,
    type: FlowType,
    visit: Visit,
  ): Outcome => withIdentity(context, visit, initSettings(context, type, visit)),

  read: (context: SessionNeeds & Pick<FlowContext, 'csrf' | 'flows'>, visit: Visit): Outcome =>
    withIdentity(context, visit, readSettings(context, visit)),

  submit: async (context: FlowContext, visit: Visit): Promise<Outcome> => {
    // Without a session nobody learns which flows there are.
    if (!visitor(context, visit) && !findFlow(context, 'settings', visit.query.get('flow'))) {
      const page = { location: context.config.selfservice.flows.login.uiUrl, status: 302 } as const
      return { kind: 'refused', native: false, refusal: noSession, page }
    }
    return withIdentity(context, visit, await submitFlow(context, 'settings', visit, submitSettings))
  },

  /** The browser comes back to the flow: a change that was kept for it is applied now. */
  resume: async (context: FlowContext, visit: Visit): Promise<Outcome> => {
    const id = visit.query.get('flow')
    const flow = findFlow(context, 'settings', id)
    if (!flow) return refused(undefined, submitRefusal(id))
    const signedIn = visitor(context, visit)
    const isOwn = signedIn !== undefined && flow.identityId === signedIn.identity.id
    const suspended =
      isOwn && visit.context.request.method === 'GET' ? resume(context, visit, flow, signedIn.identity.id) : undefined
    if (isOwn && !suspended) return withIdentity(context, visit, { kind: 'flow', flow, status: 200 })
    const outcome = await runSteps(submitSettings, context, {
      visit,
      flow,
      submission: suspended?.submission ?? { kind: 'unreadable', reason: '' },
      signedIn,
      isResumed: true,
    })
    const cookies = [...(suspended?.cookies ?? []), ...(outcome.cookies ?? [])]
    return withIdentity(context, visit, { ...outcome, cookies })
  },
}
