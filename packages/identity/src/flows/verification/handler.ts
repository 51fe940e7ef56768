import type { FlowType } from '@gatehouse/contract/flow'

import { visitorNetwork } from '../../limits/visitor-network.ts'
import type { FlowContext } from '../flow-context.ts'
import type { OpenNeeds, BrowserNeeds, CompletionNeeds, SessionNeeds } from '../needs.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { findFlow, parameter, requestUrl, returnToFault, submitRefusal } from '../http/query.ts'
import { readFlow } from '../steps/read-flow.ts'
import { revise } from '../steps/revise.ts'
import { readQuery } from '../http/submission.ts'
import { submitFlow } from '../steps/submit.ts'
import { withSecret } from '../http/request-context.ts'
import type { Visit } from '../http/request-context.ts'
import { openVerification } from './form.ts'
import { openVerificationLink } from './open-link.ts'
import { sayWhatProofRemoves } from './proof-without-session.ts'
import { requireLiveFlow, requireUnfinished, submitVerification, verificationDisabled } from './steps.ts'
import { withPick } from '../steps/guards.ts'

/** Verification: start, read, submit, and the link of a message. */
export const verificationHandler = {
  init: (context: OpenNeeds & BrowserNeeds, type: FlowType, visit: Visit): Outcome => {
    if (type === 'api') return open(context, type, visit, undefined)
    const { secret, cookies } = withSecret(visit, context.csrf)
    return { ...open(context, type, visit, secret), cookies, secret }
  },

  read: (context: SessionNeeds & Pick<FlowContext, 'csrf' | 'flows' | 'identities'>, visit: Visit): Outcome =>
    context.config.selfservice.flows.verification.enabled
      ? sayWhatProofRemoves(context, visit, readFlow(context, 'verification', visit))
      : { kind: 'refused', native: true, refusal: verificationDisabled },

  submit: async (context: FlowContext, visit: Visit): Promise<Outcome> =>
    sayWhatProofRemoves(context, visit, await submitFlow(context, 'verification', visit, submitVerification)),

  /**
   * The link of a code only fills it in: mail scanners follow links too, and must not use it up. The flow then
   * belongs to the browser that opened the link; a link that nobody was sent leaves it where it was.
   */
  follow: async (
    context: CompletionNeeds & Pick<FlowContext, 'strategies' | 'wireMethods'>,
    visit: Visit,
  ): Promise<Outcome> => {
    const id = visit.query.get('flow')
    const flow = findFlow(context, 'verification', id)
    if (!flow) return refused(undefined, submitRefusal(id))
    const token = parameter(visit, 'token')
    if (token !== undefined && context.config.selfservice.flows.verification.enabled)
      return context.events.during({ flow, visit, method: 'link' }, () =>
        openVerificationLink(context, visit, flow, token),
      )
    const submission = readQuery(visit.query)
    const attempt = withPick(context, { visit, flow, submission, signedIn: undefined })
    const over = (await requireLiveFlow(context, attempt)) ?? (await requireUnfinished(context, attempt))
    if (over) return over
    const fields = submission.kind === 'fields' ? submission.fields : {}
    const followed = { flow, fields, now: visit.now, network: visitorNetwork(visit.headers) }
    const nodes = context.strategies.flatMap(({ verification }) => verification?.follow(followed) ?? [])
    const location = flowPage(context.config, flow)
    if (nodes.length === 0) return { kind: 'redirect', status: 303, location }
    const { secret, cookies } = withSecret(visit, context.csrf)
    revise(context, flow, (fresh) => ({ nodes, ...(fresh.csrfHash !== undefined && { csrfHash: secret.hash }) }))
    return { kind: 'redirect', status: 303, location, cookies }
  },
}

function open(
  context: OpenNeeds & Pick<FlowContext, 'returnUrls'>,
  type: FlowType,
  visit: Visit,
  secret: CsrfSecret | undefined,
): Outcome {
  const { config } = context
  if (!config.selfservice.flows.verification.enabled) return refused({ type }, verificationDisabled)
  const fault = returnToFault(context, visit)
  if (fault) return refused({ type }, fault)
  const flow = openVerification(context, {
    type,
    requestUrl: requestUrl(config.publicBaseUrl, visit),
    returnTo: parameter(visit, 'return_to'),
    secret,
    now: visit.now,
  })
  return { kind: 'flow', flow, status: 200 }
}
