import { hooksAfter, runPrePersistHooks, runPostPersistHooks } from '../steps/hooks.ts'
import type { Refusal } from '../../http/answer.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { flowExpired } from '../../messages/flow-errors.ts'
import {
  addressVerified,
  addressVerifiedAnew,
  verificationAlreadyDone,
  verificationCodeInvalid,
  verifyWhileSignedIn,
} from '../../messages/verification.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Attempt } from '../model/attempt.ts'
import { isExpired } from '../model/expiry.ts'
import type { StoredFlow } from '../model/flow.ts'
import { type Outcome, refused } from '../model/outcome.ts'
import { acceptLoginRequest } from '../oauth2/accept.ts'
import type { PendingKind } from '../ports/strategy.ts'
import { completeRegistration } from '../registration/complete.ts'
import { completeAddressChange } from '../settings/complete-address-change.ts'
import {
  fieldsOf,
  requireCsrfToken,
  requireMethod,
  requireNativeCaller,
  requireReadableBody,
  requireSoundFields,
  type Step,
  type StepRow,
  strategyOf,
} from '../steps/guards.ts'
import { reject, showNextForm } from '../steps/reject.ts'
import { replacedRefusal, retry } from '../steps/retry.ts'
import { revise } from '../steps/revise.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { openVerification, followVerification, passedVerification } from './open.ts'
import { isOwnProof } from './own-proof.ts'

const requireEnabled: Step = ({ config }, { flow }) =>
  config.selfservice.flows.verification.enabled ? undefined : refused(flow, verificationDisabled)

/** Answers an expired flow with a new one that says so. */
export const requireLiveFlow: Step = async (context, { flow, request }) =>
  isExpired(flow, request.now)
    ? retry(context, request, { ...flow, kind: 'verification' }, (again) => openVerification(context, again), {
        message: flowExpired('verification', flow.expiresAt),
        rotates: true,
      })
    : undefined

/** Answers a finished flow with a new one that says so. The old one's `return_to` is dropped. */
export const requireUnfinished: Step = async (context, { flow, request }) =>
  flow.state === 'passed_challenge'
    ? retry(context, request, { ...flow, kind: 'verification' }, (again) => openVerification(context, again), {
        message: verificationAlreadyDone(),
        rotates: true,
        startsAfresh: true,
        tell: (successor) => replacedRefusal(successor.id),
      })
    : undefined

/** Requires a trusted caller for requesting a code; submitting one needs none, as a code is a proof. */
const requireTrustedCaller: Step = (context, attempt) => {
  const { verification } = strategyOf(attempt)
  if (!verification?.needsCsrfToken(fieldsOf(attempt.submission))) return undefined
  return attempt.flow.type === 'browser' ? requireCsrfToken(context, attempt) : requireNativeCaller(context, attempt)
}

const runVerification: Step = async (context, attempt) => {
  const { flow, submission, request } = attempt
  const { id, verification } = strategyOf(attempt)
  if (!verification) throw new Error('requireMethod picks strategies that can verify')
  const outcome = await verification.submit({
    flow,
    fields: fieldsOf(submission),
    now: request.now,
    network: visitorNetwork(request.headers),
  })
  switch (outcome.kind) {
    case 'verified':
      return finish(context, attempt, id, outcome)
    case 'completes':
      return complete[outcome.what](context, attempt, id, outcome.address)
    case 'rejected':
      return reject(context, flow, outcome)
    case 'ask':
      return showNextForm(context, attempt, outcome, followVerification)
    case 'refused':
      return refused(flow, outcome.refusal)
    default:
      return outcome satisfies never
  }
}

/** TABLE: submitting a verification. */
// prettier-ignore
export const submitVerification: readonly StepRow[] = [
  //                     browser native refresh
  [requireEnabled,       true,   true,  true],
  [requireLiveFlow,      true,   true,  true],
  [requireUnfinished,    true,   true,  true],
  [requireReadableBody,  true,   true,  true],
  [requireSoundFields('verification'), true, true, true],
  [requireMethod,        true,   true,  true],
  [requireTrustedCaller, true,   true,  true],
  [runVerification,      true,   true,  true],
]

/** Marks the address as proved, and links to the next page. */
export async function finish(
  context: FlowContext,
  attempt: Pick<Attempt, 'flow' | 'request'> & Partial<Pick<Attempt, 'submission'>>,
  group: string,
  { identityId, address }: { readonly identityId: string; readonly address: string },
): Promise<Outcome> {
  const { flow, request } = attempt
  const { after } = context.config.selfservice.flows.verification
  const hooks = hooksAfter(after, group)
  const early = await context.identities.find(identityId)
  if (!early) return failed(context, flow)
  const fields = attempt.submission ? fieldsOf(attempt.submission) : {}
  const backing = (await isOwnProof(context, attempt, identityId)) ? 'account' : 'address'
  const proof = { addresses: [address], backing, now: request.now, flowId: flow.id } as const
  const event = { flow, request, fields, method: group, identity: context.addressProofs.preview(early, proof) }
  const answer = await runPrePersistHooks(context, hooks, event)
  if (answer.kind === 'stopped') return answer.outcome
  const client = await clientOf(context, request, flow, identityId)
  const onward = client ?? context.returnUrls.after(flow.returnTo, after)

  const passed = await context.transactions.durable(async (): Promise<StoredFlow | 'owned' | undefined> => {
    const identity = await context.identities.find(identityId)
    // The address may have left the account since the code was sent.
    if (!identity?.verifiableAddresses.some(({ value }) => value === address)) return undefined
    const recorded = await context.addressProofs.record(identity, proof)
    if (recorded.kind === 'owned') return 'owned'
    if (recorded.kind === 'conflict') return undefined
    const { identity: proved } = recorded
    if (recorded.removed) await context.notices.send(proved, 'earlier_access_removed')
    await context.webHooks.enqueue(hooks, { ...event, identity: proved })
    const via = proved.verifiableAddresses.find(({ value }) => value === address)?.via ?? 'email'
    await context.events.succeeded('VerificationSucceeded', flow, { identityId }, { method: group, via })
    const message = recorded.removed ? addressVerifiedAnew(via) : addressVerified(via)
    return revise(context, flow, async (fresh) => passedVerification(fresh, group, onward, message))
  })
  if (passed === 'owned') return reject(context, flow, { kind: 'rejected', form: [verifyWhileSignedIn()], status: 200 })
  if (!passed) return failed(context, flow)
  const done = { kind: 'flow', flow: passed, status: 200, ...(client !== undefined && { page: client }) } as const
  return (await runPostPersistHooks(context, hooks, event)) ?? done
}

/**
 * Returns the way back to the OAuth2 client of the sign-up: only in the browser that is signed in to the account, as a
 * code proves an address and opens no session.
 */
async function clientOf(
  context: FlowContext,
  request: RequestContext,
  flow: StoredFlow,
  identityId: string,
): Promise<string | undefined> {
  const signedIn = await currentSignIn(context, request)
  if (signedIn?.identity.id !== identityId) return undefined
  const onward = await acceptLoginRequest(context, flow, signedIn)
  return onward?.kind === 'onward' ? onward.location : undefined
}

async function failed(context: FlowContext, flow: StoredFlow): Promise<Outcome> {
  return reject(context, flow, { kind: 'rejected', form: [verificationCodeInvalid()], status: 200 })
}

/** Refuses every start, read and submission of a verification while it is off; also of one that began before. */
export const verificationDisabled: Refusal = { code: 400, reason: 'Verification is turned off in the configuration.' }

type Complete = (
  context: FlowContext,
  attempt: Pick<Attempt, 'flow' | 'request'> & Partial<Pick<Attempt, 'submission'>>,
  group: string,
  address: string,
) => Promise<Outcome>

/** TABLE: the operation that the proof of an address completes. */
export const complete: Readonly<Record<PendingKind, Complete>> = {
  registration: completeRegistration,
  address_change: completeAddressChange,
}
