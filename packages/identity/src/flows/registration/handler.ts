import type { FlowType } from '@gatehouse/contract/flow'

import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../model/outcome.ts'
import { readFlow } from '../steps/read-flow.ts'
import { submitFlow } from '../steps/submit.ts'
import type { Visit } from '../http/request-context.ts'
import { initRegistration, registrationDisabled } from './init.ts'
import { submitRegistration } from './steps.ts'

/** Sign-up: start, read, submit. */
export const registrationHandler = {
  init: (context: FlowContext, type: FlowType, visit: Visit): Promise<Outcome> =>
    initRegistration(context, type, visit),
  read: (context: FlowContext, visit: Visit): Outcome =>
    context.config.selfservice.flows.registration.enabled
      ? readFlow(context, 'registration', visit)
      : { kind: 'refused', native: true, refusal: registrationDisabled },
  submit: (context: FlowContext, visit: Visit): Promise<Outcome> =>
    submitFlow(context, 'registration', visit, submitRegistration),
}
