import type { FlowType } from '@gatehouse/contract/flow'

import type { FlowContext } from '../flow-context.ts'
import type { LoginFormNeeds, BrowserNeeds, ClientNeeds } from '../needs.ts'
import type { Outcome } from '../model/outcome.ts'
import { readFlow } from '../steps/read-flow.ts'
import { submitFlow } from '../steps/submit.ts'
import type { Visit } from '../http/request-context.ts'
import { initLogin } from './init.ts'
import { submitLogin } from './steps.ts'

/** Sign-in: start, read, submit. */
export const loginHandler = {
  init: (
    context: LoginFormNeeds & ClientNeeds & BrowserNeeds & Pick<FlowContext, 'memberships'>,
    type: FlowType,
    visit: Visit,
  ): Promise<Outcome> => initLogin(context, type, visit),
  read: (context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>, visit: Visit): Outcome =>
    readFlow(context, 'login', visit),
  submit: (context: FlowContext, visit: Visit): Promise<Outcome> => submitFlow(context, 'login', visit, submitLogin),
}
