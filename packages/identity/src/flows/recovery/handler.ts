import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import type { BrowserNeeds, OpenNeeds, SubmitNeeds } from '../needs.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { parameter, requestUrl, returnToFault } from '../http/query.ts'
import { readFlow } from '../steps/read-flow.ts'
import { visitor } from '../steps/sign-in.ts'
import { submitFlow } from '../steps/submit.ts'
import { withSecret } from '../http/request-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import { openRecovery } from './form.ts'
import { openRecoveryLink } from './open-link.ts'
import { recoveryDisabled, recoveryWhileSignedIn, submitRecovery } from './steps.ts'
import type { SubmitRecoveryNeeds } from './steps.ts'

/** Recovery: start, read, submit. */
export const recoveryHandler = {
  init: async (
    context: OpenNeeds & BrowserNeeds & Pick<FlowContext, 'sessions'>,
    type: FlowType,
    request: RequestContext,
  ): Promise<Outcome> => {
    if (type === 'api') return open(context, type, request, undefined)
    const { secret, cookies } = withSecret(request, context.csrf)
    return { ...(await open(context, type, request, secret)), cookies, secret }
  },

  read: async (context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>, request: RequestContext): Promise<Outcome> =>
    context.config.selfservice.flows.recovery.enabled
      ? readFlow(context, 'recovery', request)
      : { kind: 'refused', native: true, refusal: recoveryDisabled },

  submit: (context: SubmitNeeds & SubmitRecoveryNeeds, request: RequestContext): Promise<Outcome> =>
    submitFlow(context, 'recovery', request, submitRecovery),

  /** The link of a message; without a token, the flow as it is. */
  follow: (context: SubmitNeeds & SubmitRecoveryNeeds, request: RequestContext): Outcome | Promise<Outcome> => {
    const token = parameter(request, 'token')
    return token === undefined ? recoveryHandler.submit(context, request) : openRecoveryLink(context, request, token)
  },
}

async function open(
  context: OpenNeeds & Pick<FlowContext, 'returnUrls' | 'sessions'>,
  type: FlowType,
  request: RequestContext,
  secret: CsrfSecret | undefined,
): Promise<Outcome> {
  const { config } = context
  if (!config.selfservice.flows.recovery.enabled) return refused({ type }, recoveryDisabled)
  const fault = returnToFault(context, request)
  if (fault) return refused({ type }, fault)
  if (await visitor(context, request)) {
    const wanted = context.returnUrls.after(parameter(request, 'return_to'), {
      defaultReturnUrl: undefined,
      hooks: [],
      methods: {},
    })
    return recoveryWhileSignedIn(wanted, type)
  }
  const flow = await openRecovery(context, {
    type,
    requestUrl: requestUrl(config.publicBaseUrl, request),
    returnTo: parameter(request, 'return_to'),
    secret,
    now: request.now,
  })
  return { kind: 'flow', flow, status: 200 }
}
