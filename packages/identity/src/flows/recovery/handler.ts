import type { FlowType } from '@gatehouse/contract/flows'
import { flowExpired } from '../../messages/flow-errors.ts'
import { recoveryLinkInvalid } from '../../messages/recovery.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { isPreview } from '../http/prefetch.ts'
import { parameter, requestUrl, returnToFault, findFlow, submitRefusal } from '../http/query.ts'
import { withSecret, type RequestContext } from '../http/request-context.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { methodDisabled } from '../steps/guards.ts'
import { readFlow } from '../steps/read-flow.ts'
import { retry } from '../steps/retry.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { submitFlow } from '../steps/submit.ts'
import { finishRecovery } from './finish.ts'
import { openRecovery } from './form.ts'
import { recoveryDisabled, recoveryWhileSignedIn, submitRecovery } from './steps.ts'

/** Recovery: start, read, submit. */
export const recoveryHandler = {
  init: async (context: FlowContext, type: FlowType, request: RequestContext): Promise<Outcome> => {
    if (type === 'api') return open(context, type, request, undefined)
    const { secret, cookies } = withSecret(request, context.csrf)
    return { ...(await open(context, type, request, secret)), cookies, secret }
  },

  read: async (context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>, request: RequestContext): Promise<Outcome> =>
    context.config.selfservice.flows.recovery.enabled
      ? readFlow(context, 'recovery', request)
      : { kind: 'refused', native: true, refusal: recoveryDisabled },

  submit: (context: FlowContext, request: RequestContext): Promise<Outcome> =>
    submitFlow(context, 'recovery', request, submitRecovery),

  /** Follows the link of a message; without a token, returns the flow as it is. */
  follow: (context: FlowContext, request: RequestContext): Outcome | Promise<Outcome> => {
    const token = parameter(request, 'token')
    return token === undefined ? recoveryHandler.submit(context, request) : openRecoveryLink(context, request, token)
  },
}

async function open(
  context: FlowContext,
  type: FlowType,
  request: RequestContext,
  secret: CsrfSecret | undefined,
): Promise<Outcome> {
  const { config } = context
  if (!config.selfservice.flows.recovery.enabled) return refused({ type }, recoveryDisabled)
  const fault = returnToFault(context, request)
  if (fault) return refused({ type }, fault)
  if (await currentSignIn(context, request)) {
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

/** Opens a recovery link: a session and the settings, or a new flow that says why not. Always in a browser. */
async function openRecoveryLink(context: FlowContext, request: RequestContext, token: string): Promise<Outcome> {
  const id = request.query.get('flow')
  const found = await findFlow(context, 'recovery', id)
  if (!found) return refused(undefined, submitRefusal('recovery', id))
  const flow = { ...found, kind: 'recovery', type: 'browser' } as const
  if (!context.config.selfservice.flows.recovery.enabled) return refused(flow, recoveryDisabled)
  const links = context.strategies.find((strategy) => strategy.magicLinks)?.magicLinks
  if (!links) return refused(flow, methodDisabled)
  // A link that opens nothing cannot be used up.
  if (isPreview(request) && (await links.knows('recovery', flow, token)))
    return { kind: 'redirect', status: 303, location: flowPage(context.config, flow) }

  const outcome = await links.open('recovery', flow, token, request.now)
  if (outcome.kind === 'opened') {
    const { identityId, address } = outcome
    const proof = flow.details.adminCreated ? {} : { address }
    const recovered = { kind: 'recovered', identityId, method: 'link_recovery', ...proof } as const
    return context.events.during({ flow, request, method: 'link' }, () =>
      finishRecovery(context, { flow, request }, recovered),
    )
  }
  const message = outcome.kind === 'expired' ? flowExpired('recovery', outcome.expiredAt) : recoveryLinkInvalid()
  await context.events.failed(flow, { form: [message] }, 'link')
  const again = { ...flow, requestUrl: requestUrl(context.config.publicBaseUrl, request) }
  return retry(context, { ...request, wantsJson: false }, again, (again) => openRecovery(context, again), {
    message,
    rotates: true,
  })
}
