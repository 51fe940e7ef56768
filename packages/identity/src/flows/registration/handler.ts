import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../model/outcome.ts'
import { readFlow } from '../steps/read-flow.ts'
import { submitFlow } from '../steps/submit.ts'
import type { RequestContext } from '../http/request-context.ts'
import { initRegistration, registrationDisabled } from './init.ts'
import { submitRegistration } from './steps.ts'

/** Sign-up: start, read, submit. */
export const registrationHandler = {
  init: (context: FlowContext, type: FlowType, request: RequestContext): Promise<Outcome> =>
    initRegistration(context, type, request),
  read: async (context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>, request: RequestContext): Promise<Outcome> =>
    context.config.selfservice.flows.registration.enabled
      ? readFlow(context, 'registration', request)
      : { kind: 'refused', native: true, refusal: registrationDisabled },
  submit: (context: FlowContext, request: RequestContext): Promise<Outcome> =>
    submitFlow(context, 'registration', request, submitRegistration),
}
