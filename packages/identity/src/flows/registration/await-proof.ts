import { randomUUID } from 'node:crypto'

import type { ContinueWith } from '@gatehouse/contract/flows'

import type { VerifiableAddress } from '../../identities/identity.ts'
import { presentIdentity } from '../../identities/present.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { sameRequest } from '../oauth2/carried-request.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import { transientPayload } from '../http/submission.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import type { RegistrationOutcome } from '../ports/strategy.ts'
import { flowPage } from '../presentation/present.ts'
import { fieldsOf } from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { spendProof } from '../steps/spend-proof.ts'
import { beginRegistrationProofs, showVerification, takeVerifications, withSent } from '../verification/open.ts'
import { duplicate } from './duplicate.ts'
import { followRegistration } from './form.ts'
import { withoutAddresses } from './hidden-addresses.ts'

/**
 * Keeps the account until its addresses are proved, and redirects to the proof of the first one. If an account has one
 * of the addresses already, only the message to that address differs.
 */
export async function awaitProof(
  context: FlowContext,
  attempt: Attempt,
  { identity: accepted, method, provider }: Extract<RegistrationOutcome, { kind: 'accepted' }>,
  addresses: readonly VerifiableAddress[],
  values: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { config } = context
  const { registration } = config.selfservice.flows
  const secret = flow.type === 'browser' ? newCsrfSecret() : undefined
  const payload = transientPayload(fieldsOf(attempt.submission))
  const id = randomUUID()
  const begun = await beginRegistrationProofs(context, { id, identity: accepted }, addresses, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.details.afterVerificationReturnTo ?? flow.returnTo,
    secret,
    now: request.now,
    details: sameRequest(flow.details),
    transientPayload: payload,
  })
  const identity = withSent(accepted, begun, request.now)

  const kept = await context.transactions.durable(async () => {
    const taken = await takeVerifications(context, request, begun)
    if (taken.kind === 'refused') return taken
    if (await context.identities.conflict(withoutAddresses(identity, addresses))) {
      await taken.giveBack()
      return 'conflict' as const
    }
    const used = await spendProof(context, attempt)
    if (used) {
      await taken.giveBack()
      return { used }
    }
    await context.pendingRegistrations.insert({
      id,
      identity,
      method,
      ...(provider !== undefined && { provider }),
      flow: { ...flow, nodes: [], messages: [] },
      transientPayload: payload,
      expiresAt: request.now + lifespanMs(context),
    })
    for (const { write } of begun) await write(taken.allowance)
    await revise(context, flow, async (fresh) => ({
      state: followRegistration(fresh.state, 'passed'),
      active: method,
      messages: [],
    }))
    return 'kept' as const
  })
  if (kept === 'conflict') {
    return reject(context, flow, await duplicate(context, withoutAddresses(identity, addresses), values))
  }
  if (kept !== 'kept' && 'used' in kept) return kept.used
  if (kept !== 'kept') return refused(flow, limitRefusal(kept, request.now))
  const returnUrl = context.returnUrls.after(flow.returnTo, registration.after, method)
  const proofs = begun.map((verification) => showVerification(context, verification))
  const announced = config.featureFlags.legacyContinueWithVerificationUi ? [...proofs, ...proofs] : proofs
  const presented = presentIdentity(identity, config.publicBaseUrl)
  if (flow.type === 'api') {
    const body = { identity: presented, continue_with: announced }
    return { kind: 'done', native: true, body, location: returnUrl }
  }
  const continueWith: readonly ContinueWith[] = [
    { action: 'redirect_browser_to', redirect_browser_to: returnUrl },
    ...announced,
  ]
  return {
    kind: 'done',
    native: false,
    body: { identity: presented, continue_with: continueWith },
    location: begun[0] ? flowPage(config, begun[0].flow) : returnUrl,
    cookies: secret ? [context.csrf.write(secret)] : [],
  }
}

/** Returns the time in which a message can still be requested in its flow and followed. */
function lifespanMs({ config }: Pick<FlowContext, 'config'>): number {
  const { flows, methods } = config.selfservice
  return flows.verification.lifespanMs + Math.max(methods.code.lifespanMs, methods.link.lifespanMs)
}
