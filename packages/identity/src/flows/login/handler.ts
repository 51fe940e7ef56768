import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../model/outcome.ts'
import { readFlow } from '../steps/read-flow.ts'
import { submitFlow } from '../steps/submit.ts'
import type { RequestContext } from '../http/request-context.ts'
import { initLogin } from './init.ts'
import { submitLogin } from './steps.ts'
import { deleteTestLogin, submitTestLogin } from './test-login.ts'

/** Sign-in: start, read, submit. */
export const loginHandler = {
  init: (context: FlowContext, type: FlowType, request: RequestContext): Promise<Outcome> =>
    initLogin(context, type, request),
  read: (context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>, request: RequestContext): Promise<Outcome> =>
    readFlow(context, 'login', request),
  submit: async (context: FlowContext, request: RequestContext): Promise<Outcome> =>
    (await submitTestLogin(context, request)) ?? (await submitFlow(context, 'login', request, submitLogin)),
  deleteTest: (context: Pick<FlowContext, 'flows' | 'transactions'>, request: RequestContext): Promise<Outcome> =>
    deleteTestLogin(context, request),
}
