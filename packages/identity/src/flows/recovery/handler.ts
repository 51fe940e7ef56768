import type { FlowType } from '@gatehouse/contract/flow'

import type { FlowContext } from '../flow-context.ts'
import type { OpenNeeds, BrowserNeeds } from '../needs.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { parameter, requestUrl, returnToFault } from '../http/query.ts'
import { readFlow } from '../steps/read-flow.ts'
import { visitor } from '../steps/sign-in.ts'
import { submitFlow } from '../steps/submit.ts'
import { withSecret } from '../http/request-context.ts'
import type { Visit } from '../http/request-context.ts'
import { openRecovery } from './form.ts'
import { openRecoveryLink } from './open-link.ts'
import { recoveryDisabled, recoveryWhileSignedIn, submitRecovery } from './steps.ts'

/** Recovery: start, read, submit. */
export const recoveryHandler = {
  init: (context: OpenNeeds & BrowserNeeds & Pick<FlowContext, 'sessions'>, type: FlowType, visit: Visit): Outcome => {
    if (type === 'api') return open(context, type, visit, undefined)
    const { secret, cookies } = withSecret(visit, context.csrf)
    return { ...open(context, type, visit, secret), cookies, secret }
  },

  read: (context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>, visit: Visit): Outcome =>
    context.config.selfservice.flows.recovery.enabled
      ? readFlow(context, 'recovery', visit)
      : { kind: 'refused', native: true, refusal: recoveryDisabled },

  submit: (context: FlowContext, visit: Visit): Promise<Outcome> =>
    submitFlow(context, 'recovery', visit, submitRecovery),

  /** The link of a message; without a token, the flow as it is. */
  follow: (context: FlowContext, visit: Visit): Outcome | Promise<Outcome> => {
    const token = parameter(visit, 'token')
    return token === undefined ? recoveryHandler.submit(context, visit) : openRecoveryLink(context, visit, token)
  },
}

function open(
  context: OpenNeeds & Pick<FlowContext, 'returnUrls' | 'sessions'>,
  type: FlowType,
  visit: Visit,
  secret: CsrfSecret | undefined,
): Outcome {
  const { config } = context
  if (!config.selfservice.flows.recovery.enabled) return refused({ type }, recoveryDisabled)
  if (visitor(context, visit)) return recoveryWhileSignedIn(config.selfservice.defaultReturnUrl, type)
  const fault = returnToFault(context, visit)
  if (fault) return refused({ type }, fault)
  const flow = openRecovery(context, {
    type,
    requestUrl: requestUrl(config.publicBaseUrl, visit),
    returnTo: parameter(visit, 'return_to'),
    secret,
    now: visit.now,
  })
  return { kind: 'flow', flow, status: 200 }
}
