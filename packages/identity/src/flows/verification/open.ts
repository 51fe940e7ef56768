import type { ContinueWith, FlowType, Message } from '@gatehouse/contract/flows'

import type { Identity, VerifiableAddress } from '../../identities/identity.ts'
import { type MessageAllowance, type MessagesTaken, nothingToSend } from '../../limits/messages.ts'
import { continueLabel } from '../../messages/labels.ts'
import { anchorNode, csrfNode } from '../../nodes/node.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FlowDetails, StoredFlow } from '../model/flow.ts'
import { newFlow } from '../model/new-flow.ts'
import { advance, type VerificationEvent, verificationTransitions } from '../model/transitions.ts'
import type { PendingRegistration } from '../ports/pending-registrations.ts'
import type { VerificationSubject } from '../ports/strategy.ts'
import { flowPage } from '../presentation/present.ts'
import { applyNextForm } from '../steps/reject.ts'
import { consumeMessageLimits } from '../steps/consume-limits.ts'
import { changedAccount, newAccount } from './subject.ts'

/** The parts of an address that a proof needs: it may have a row in an account or not. */
export type ProvableAddress = Pick<VerifiableAddress, 'value' | 'via'>

/** A verification begun on the person's behalf. */
export interface BegunVerification {
  readonly flow: StoredFlow
  readonly address: ProvableAddress
  /**
   * Stores the flow, its code and the message, already counted against the limits. Belongs in the transaction that
   * causes them.
   */
  readonly write: (allowance: MessageAllowance) => Promise<void>
}

/** The data that a verification takes over from the flow that caused it. */
export interface VerificationCause {
  readonly type: FlowType
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly now: number
  readonly details?: FlowDetails
  /** For the message. */
  readonly transientPayload: Readonly<Record<string, unknown>>
}

/** Prepares a flow with a code for each of these addresses. Empty if verification is switched off. */
export async function beginVerifications(
  context: Pick<FlowContext, 'config' | 'flows' | 'strategies'>,
  identity: Identity,
  addresses: readonly VerifiableAddress[],
  cause: VerificationCause,
): Promise<readonly BegunVerification[]> {
  const subject = { kind: 'account', identity } as const
  return begin(context, addresses, cause, async () => ({ subject, identityId: identity.id, details: {} }))
}

/** As `beginVerifications`, for an account that is created once all of these are proved. */
export async function beginRegistrationProofs(
  context: FlowContext,
  { id, identity }: Pick<PendingRegistration, 'id' | 'identity'>,
  addresses: readonly VerifiableAddress[],
  cause: VerificationCause,
): Promise<readonly BegunVerification[]> {
  return begin(context, addresses, cause, async ({ value: address }) => ({
    subject: await newAccount(context.identities, identity, address),
    details: { pendingRegistration: { id, address } },
  }))
}

/** As `beginVerifications`, for a change that counts once all of these are proved. */
export async function beginAddressChangeProofs(
  context: FlowContext,
  { id, identity }: { readonly id: string; readonly identity: Identity },
  addresses: readonly ProvableAddress[],
  cause: VerificationCause,
): Promise<readonly BegunVerification[]> {
  return begin(context, addresses, cause, async ({ value: address }) => ({
    subject: await changedAccount(context.identities, identity, address),
    identityId: identity.id,
    details: { pendingAddressChange: { id, address } },
  }))
}

/** Returns the strategy that proves addresses; nothing, if verification is switched off. */
export function verifyingStrategy({ config, strategies }: Pick<FlowContext, 'config' | 'strategies'>) {
  return config.selfservice.flows.verification.enabled
    ? strategies.find(({ verification }) => verification !== undefined)
    : undefined
}

async function begin(
  context: Pick<FlowContext, 'config' | 'flows' | 'strategies'>,
  addresses: readonly ProvableAddress[],
  cause: VerificationCause,
  about: (address: ProvableAddress) => Promise<{
    readonly subject: VerificationSubject
    readonly identityId?: string
    readonly details: FlowDetails
  }>,
): Promise<readonly BegunVerification[]> {
  const strategy = verifyingStrategy(context)
  if (!strategy?.verification) return []
  const { verification } = strategy
  const { transientPayload, ...start } = cause
  const begunBy = cause.type === 'api' ? 'app' : cause.secret?.hash
  return Promise.all(
    addresses.map(async (address) => {
      const { subject, details, ...owner } = await about(address)
      const bare = newFlow(context, {
        ...start,
        kind: 'verification',
        state: 'choose_method',
        active: strategy.id,
        ...owner,
        nodes: [],
        details: { ...cause.details, ...details, ...(begunBy !== undefined && { begunBy }) },
      })
      const step = verification.begin(bare, address, subject, { now: cause.now, transientPayload })
      const flow = applyNextForm(bare, step, followVerification)
      const write = async (allowance: MessageAllowance): Promise<void> => {
        await context.flows.insert(flow)
        await step.sends?.write(allowance)
      }
      return { flow, address, write }
    }),
  )
}

/** Counts the messages of these verifications against the limits. */
export async function consumeVerificationLimits(
  context: Pick<FlowContext, 'messageLimits'>,
  request: Pick<RequestContext, 'headers' | 'now'>,
  begun: readonly BegunVerification[],
): Promise<MessagesTaken> {
  const to = begun.map(({ address }) => address.value)
  return to.length === 0 ? nothingToSend : consumeMessageLimits(context, request, to)
}

/** Returns the identity's unproved addresses. */
export function unverified(identity: Identity): readonly VerifiableAddress[] {
  return identity.verifiableAddresses.filter(({ verified }) => !verified)
}

/** Returns the identity with these addresses marked as sent to. */
export function withSent(identity: Identity, begun: readonly BegunVerification[], now: number): Identity {
  const sent = new Set(begun.map(({ address }) => keyOf(address)))
  if (sent.size === 0) return identity
  return {
    ...identity,
    verifiableAddresses: identity.verifiableAddresses.map((address) =>
      sent.has(keyOf(address)) ? { ...address, status: 'sent', updatedAt: now } : address,
    ),
  }
}

function keyOf({ value, via }: ProvableAddress): string {
  return `${via}:${value}`
}

/** Announces a verification. Browsers get the address of its page, apps only if they need it to continue. */
export function showVerification(
  { config }: Pick<FlowContext, 'config'>,
  { flow, address }: BegunVerification,
  withUrl = flow.type === 'browser',
): ContinueWith {
  return {
    action: 'show_verification_ui',
    flow: {
      id: flow.id,
      verifiable_address: address.value,
      ...(withUrl && { url: flowPage(config, flow) }),
    },
  }
}

/** Returns the state after an event. Throws if the table has no such transition. */
export const followVerification = (from: string, event: VerificationEvent): string =>
  advance(verificationTransitions, from, event)

/** Returns the changes of a verification whose address is proved: it says so, and links to `onward`. */
export function passedVerification(
  fresh: StoredFlow,
  group: string,
  onward: string,
  message: Message,
): Partial<StoredFlow> {
  return {
    state: followVerification(fresh.state, 'passed'),
    nodes: [csrfNode(), anchorNode(group, 'continue', onward, continueLabel())],
    messages: [message],
  }
}

/** The input for a new verification flow. */
interface VerificationRequest {
  readonly type: FlowType
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly now: number
  readonly messages?: readonly Message[]
  readonly details?: FlowDetails
}

/** Draws and stores a new verification flow with a field for the address. */
export async function openVerification(
  context: Pick<FlowContext, 'config' | 'flows' | 'strategies'>,
  request: VerificationRequest,
): Promise<StoredFlow> {
  const strategy = context.strategies.find(({ verification }) => verification !== undefined)
  const flow = newFlow(context, {
    ...request,
    kind: 'verification',
    state: 'choose_method',
    active: context.config.selfservice.flows.verification.use,
    nodes: strategy?.verification?.nodes({ type: request.type }) ?? [],
  })
  await context.flows.insert(flow)
  return flow
}
