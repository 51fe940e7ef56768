import type { FlowType } from '@gatehouse/contract/flows'

import { visitorNetwork } from '../../limits/visitor-network.ts'
import type { FlowContext } from '../flow-context.ts'
import type { BrowserNeeds, CompletionNeeds, OpenNeeds, SessionNeeds, SubmitNeeds } from '../needs.ts'
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
import type { RequestContext } from '../http/request-context.ts'
import { openVerification } from './form.ts'
import { openVerificationLink } from './open-link.ts'
import { sayWhatProofRemoves } from './proof-without-session.ts'
import { requireLiveFlow, requireUnfinished, submitVerification, verificationDisabled } from './steps.ts'
import type { SubmitVerificationNeeds } from './steps.ts'
import { withPick } from '../steps/guards.ts'

/** Verification: start, read, submit, and the link of a message. */
export const verificationHandler = {
  init: async (context: OpenNeeds & BrowserNeeds, type: FlowType, request: RequestContext): Promise<Outcome> => {
    if (type === 'api') return open(context, type, request, undefined)
    const { secret, cookies } = withSecret(request, context.csrf)
    return { ...(await open(context, type, request, secret)), cookies, secret }
  },

  read: async (
    context: SessionNeeds & Pick<FlowContext, 'csrf' | 'flows' | 'identities'>,
    request: RequestContext,
  ): Promise<Outcome> =>
    context.config.selfservice.flows.verification.enabled
      ? sayWhatProofRemoves(context, request, await readFlow(context, 'verification', request))
      : { kind: 'refused', native: true, refusal: verificationDisabled },

  submit: async (context: SubmitNeeds & SubmitVerificationNeeds, request: RequestContext): Promise<Outcome> =>
    sayWhatProofRemoves(context, request, await submitFlow(context, 'verification', request, submitVerification)),

  /**
   * The link of a code only fills it in: mail scanners follow links too, and must not use it up. The flow then
   * belongs to the browser that opened the link; a link that was never sent leaves it where it was.
   */
  follow: async (
    context: CompletionNeeds & Pick<FlowContext, 'strategies' | 'wireMethods'>,
    request: RequestContext,
  ): Promise<Outcome> => {
    const id = request.query.get('flow')
    const flow = await findFlow(context, 'verification', id)
    if (!flow) return refused(undefined, submitRefusal('verification', id))
    const token = parameter(request, 'token')
    if (token !== undefined && context.config.selfservice.flows.verification.enabled)
      return context.events.during({ flow, request, method: 'link' }, () =>
        openVerificationLink(context, request, flow, token),
      )
    const submission = readQuery(request.query)
    const attempt = withPick(context, { request, flow, submission, signedIn: undefined })
    const over = (await requireLiveFlow(context, attempt)) ?? (await requireUnfinished(context, attempt))
    if (over) return over
    const fields = submission.kind === 'fields' ? submission.fields : {}
    const followed = { flow, fields, now: request.now, network: visitorNetwork(request.headers) }
    const offered = await Promise.all(
      context.strategies.map(async ({ verification }) => (await verification?.follow(followed)) ?? []),
    )
    const nodes = offered.flat()
    const location = flowPage(context.config, flow)
    const { secret, cookies } = withSecret(request, context.csrf)
    if (nodes.length === 0) return { kind: 'redirect', status: 303, location, cookies }
    await revise(context, flow, async (fresh) => ({
      nodes,
      ...(fresh.csrfHash !== undefined && { csrfHash: secret.hash }),
    }))
    return { kind: 'redirect', status: 303, location, cookies }
  },
}

async function open(
  context: OpenNeeds & Pick<FlowContext, 'returnUrls'>,
  type: FlowType,
  request: RequestContext,
  secret: CsrfSecret | undefined,
): Promise<Outcome> {
  const { config } = context
  if (!config.selfservice.flows.verification.enabled) return refused({ type }, verificationDisabled)
  const fault = returnToFault(context, request)
  if (fault) return refused({ type }, fault)
  const flow = await openVerification(context, {
    type,
    requestUrl: requestUrl(config.publicBaseUrl, request),
    returnTo: parameter(request, 'return_to'),
    secret,
    now: request.now,
  })
  return { kind: 'flow', flow, status: 200 }
}
