import { type FlowType, isInputNode, type Message } from '@gatehouse/contract/flows'
import { normalizeAddress } from '../../identities/address.ts'
import { hasProvedAddress } from '../../identities/proved-address.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { flowExpired } from '../../messages/flow-errors.ts'
import { keepByAccount, verificationLinkInvalid } from '../../messages/verification.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { isPreview } from '../http/prefetch.ts'
import { findFlow, parameter, requestUrl, returnToFault, submitRefusal } from '../http/query.ts'
import { withSecret, type RequestContext } from '../http/request-context.ts'
import { readQuery } from '../http/submission.ts'
import type { StoredFlow } from '../model/flow.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { withPick, methodDisabled } from '../steps/guards.ts'
import { readFlow } from '../steps/read-flow.ts'
import { retry } from '../steps/retry.ts'
import { revise } from '../steps/revise.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { submitFlow } from '../steps/submit.ts'
import {
  complete,
  requireLiveFlow,
  requireUnfinished,
  submitVerification,
  verificationDisabled,
  finish,
} from './steps.ts'
import { openVerification } from './open.ts'
import { isOwnProof } from './own-proof.ts'

/** Verification: start, read, submit, and the link of a message. */
export const verificationHandler = {
  init: async (context: FlowContext, type: FlowType, request: RequestContext): Promise<Outcome> => {
    if (type === 'api') return open(context, type, request, undefined)
    const { secret, cookies } = withSecret(request, context.csrf)
    return { ...(await open(context, type, request, secret)), cookies, secret }
  },

  read: async (context: FlowContext, request: RequestContext): Promise<Outcome> =>
    context.config.selfservice.flows.verification.enabled
      ? sayWhatProofRemoves(context, request, await readFlow(context, 'verification', request))
      : { kind: 'refused', native: true, refusal: verificationDisabled },

  submit: async (context: FlowContext, request: RequestContext): Promise<Outcome> =>
    sayWhatProofRemoves(context, request, await submitFlow(context, 'verification', request, submitVerification)),

  /**
   * Fills in the code of a link without submitting it: mail scanners follow links too, and must not use it up. The flow
   * then belongs to the browser that opened the link; an invalid link changes nothing.
   */
  follow: async (context: FlowContext, request: RequestContext): Promise<Outcome> => {
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
  context: FlowContext,
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

/**
 * Announces, while a flow waits for its code or link, what a first proof without the account's session removes;
 * afterwards it is too late. The text does not depend on whether the address belongs to an account, unless the client
 * has opened the link of its mail.
 */
async function sayWhatProofRemoves(
  context: Pick<FlowContext, 'identities' | 'sessions'>,
  request: RequestContext,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'flow' || outcome.flow.state !== 'sent_email') return outcome
  const { flow } = outcome
  if (!(await isWithoutAccount(context, request, flow))) return outcome
  const messages = flow.messages.map((message): Message => keepByAccount[message.id]?.() ?? message)
  return { ...outcome, flow: { ...flow, messages } }
}

async function isWithoutAccount(
  context: Pick<FlowContext, 'identities' | 'sessions'>,
  request: RequestContext,
  flow: StoredFlow,
): Promise<boolean> {
  const { details, identityId } = flow
  if (details.begunBy !== undefined && identityId !== undefined) {
    const identity = await context.identities.find(identityId)
    return (
      identity !== undefined &&
      !hasProvedAddress(identity) &&
      !(await isOwnProof(context, { flow, request }, identityId))
    )
  }
  const address = flow.nodes.find((node) => isInputNode(node) && node.attributes.name === 'email')?.attributes
  const own = (await currentSignIn(context, request))?.identity.verifiableAddresses ?? []
  const typed = address?.node_type === 'input' && typeof address.value === 'string' ? address.value : ''
  return !own.some(({ value, via }) => value === normalizeAddress(typed, via))
}

/** Opens a verification link: the address is proved, or a new flow says why not. Always in a browser. */
async function openVerificationLink(
  context: FlowContext,
  request: RequestContext,
  found: StoredFlow,
  token: string,
): Promise<Outcome> {
  const flow = { ...found, kind: 'verification', type: 'browser' } as const
  const links = context.strategies.find((strategy) => strategy.magicLinks)?.magicLinks
  if (!links) return refused(flow, methodDisabled)
  const page = { kind: 'redirect', status: 303, location: flowPage(context.config, flow) } as const
  // A link that opens nothing cannot be used up.
  if (isPreview(request) && (await links.knows('verification', flow, token))) return page

  const outcome = await links.open('verification', flow, token, request.now)
  if (outcome.kind === 'opened' || outcome.kind === 'completes') {
    const done =
      outcome.kind === 'opened'
        ? await finish(context, { flow, request }, 'link', outcome)
        : await complete[outcome.what](context, { flow, request }, 'link', outcome.address)
    if (done.kind === 'flow' && done.flow.state === 'passed_challenge') {
      const { secret, cookies } = done.secret ? { secret: done.secret, cookies: [] } : withSecret(request, context.csrf)
      // The finished flow belongs to the browser that opened the link: it shows the next step.
      await revise(context, found, async (fresh) => (fresh.csrfHash === undefined ? {} : { csrfHash: secret.hash }))
      return { ...page, cookies: [...cookies, ...(done.cookies ?? [])] }
    }
    if (done.kind !== 'flow' || done.status !== 200) return done
  }
  const message =
    outcome.kind === 'expired' ? flowExpired('verification', outcome.expiredAt) : verificationLinkInvalid()
  if (outcome.kind === 'expired' || outcome.kind === 'invalid')
    await context.events.failed(flow, { form: [message] }, 'link')
  const again = { ...flow, requestUrl: requestUrl(context.config.publicBaseUrl, request) }
  return retry(context, { ...request, wantsJson: false }, again, (again) => openVerification(context, again), {
    message,
    rotates: true,
  })
}
