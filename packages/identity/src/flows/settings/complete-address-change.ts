import { hooksAfter, runPrePersistHooks, runPostPersistHooks } from '../steps/hooks.ts'
import { applyTraits } from '../../identities/compose.ts'
import type { Identity } from '../../identities/identity.ts'
import { hasProvedAddress } from '../../identities/proved-address.ts'
import { duplicateCredentials } from '../../messages/registration.ts'
import {
  addressVerified,
  addressVerifiedAnew,
  verificationCodeInvalid,
  verifyWhileSignedIn,
} from '../../messages/verification.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import type { PendingAddressChange } from '../ports/pending-address-changes.ts'
import { fieldsOf } from '../steps/guards.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { isOwnProof } from '../verification/own-proof.ts'
import { passedVerification } from '../verification/open.ts'
import { unprovedOf } from './await-address.ts'
import { withPendingTraits } from './hold-back.ts'
import { notifyOfChange } from './notices.ts'

/**
 * Records the proof of an address of a change; with the last one the change counts. An account with a proved address
 * takes it only from a client that is signed in to it: otherwise a mistyped address would hand the account to the owner
 * of that address.
 */
export async function completeAddressChange(
  context: FlowContext,
  attempt: Pick<Attempt, 'flow' | 'request'> & Partial<Pick<Attempt, 'submission'>>,
  group: string,
  address: string,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { after } = context.config.selfservice.flows.verification
  const early = await changeOf(context, flow, address, request.now)
  if (!early) return gone(context, flow)
  const isSignedIn = (await currentSignIn(context, request))?.identity.id === early.identity.id
  if (!isSignedIn && hasProvedAddress(early.identity)) return owned(context, flow)
  const backing = (await isOwnProof(context, attempt, early.identity.id)) ? 'account' : 'address'
  const proofOf = ({ pending }: Proposed) =>
    ({ addresses: [...pending.proved, address], backing, now: request.now, flowId: flow.id }) as const

  const hooks = hooksAfter(after, group)
  const fields = attempt.submission ? fieldsOf(attempt.submission) : {}
  const previewed = context.addressProofs.preview(early.changed, proofOf(early))
  const event = { flow, request, fields, method: group, identity: previewed }
  const verdict = await runPrePersistHooks(context, hooks, event)
  if (verdict.kind === 'stopped') return verdict.outcome

  const onward = context.returnUrls.after(flow.returnTo, after)
  const done = await context.transactions.durable(async () => {
    const fresh = await changeOf(context, flow, address, request.now)
    if (!fresh) return 'gone'
    const { pending, identity, changed } = fresh
    if (!isSignedIn && hasProvedAddress(identity)) return 'owned'
    const via = pending.addresses.find(({ value }) => value === address)?.via ?? 'email'
    const pass = async (message = addressVerified(via)) => {
      await context.events.succeeded('VerificationSucceeded', flow, { identityId: identity.id }, { method: group, via })
      return revise(context, flow, async (stored) => passedVerification(stored, group, onward, message))
    }
    const proved = { ...pending, proved: [...pending.proved, address] }
    if (unprovedOf(proved).length > 0) {
      await context.pendingAddressChanges.update(proved)
      return { passed: await pass(), stored: undefined, pending }
    }
    await context.pendingAddressChanges.delete(pending.id)
    const recorded = await context.addressProofs.record(changed, proofOf(fresh))
    if (recorded.kind !== 'recorded') return recorded.kind
    const stored = recorded.identity
    await notifyOfChange(context, identity, stored, { endedSessions: false, hooks: settingsHooks(context, pending) })
    if (recorded.removed) await context.notices.send(stored, 'earlier_access_removed')
    await context.webHooks.enqueue(hooks, { ...event, identity: stored })
    await context.webHooks.enqueue(settingsHooks(context, pending), settingsEvent(attempt, pending, stored))
    return { passed: await pass(recorded.removed ? addressVerifiedAnew(via) : undefined), stored, pending }
  })
  if (done === 'gone') return gone(context, flow)
  if (done === 'owned') return owned(context, flow)
  // Only the client that has just proved the address is informed.
  if (done === 'conflict') return reject(context, flow, { kind: 'rejected', form: [duplicateCredentials()] })
  const { passed, stored, pending } = done
  const trouble =
    stored &&
    ((await runPostPersistHooks(context, settingsHooks(context, pending), settingsEvent(attempt, pending, stored))) ??
      (await runPostPersistHooks(context, hooks, { ...event, identity: stored })))
  return trouble ?? { kind: 'flow', flow: passed, status: 200 }
}

/** A change, the present account, and the changed one. */
interface Proposed {
  readonly pending: PendingAddressChange
  readonly identity: Identity
  readonly changed: Identity
}

/** Returns the change whose address this flow proves; nothing if it expired, was discarded, replaced or is outdated. */
async function changeOf(
  context: Pick<FlowContext, 'identities' | 'pendingAddressChanges' | 'schemas'>,
  { details: { pendingAddressChange } }: StoredFlow,
  address: string,
  now: number,
): Promise<Proposed | undefined> {
  const pending = pendingAddressChange && (await context.pendingAddressChanges.find(pendingAddressChange.id))
  if (!pending || pending.expiresAt <= now) return undefined
  const identity = await context.identities.find(pending.identityId)
  const traits = identity && withPendingTraits(identity.traits, pending.traits)
  if (!traits) return undefined
  const schema = context.schemas.get(identity.schemaId) ?? context.schemas.standard
  const composed = applyTraits(schema, identity, traits, now)
  if (composed.kind === 'invalid') return undefined
  const isThere = composed.identity.verifiableAddresses.some(({ value }) => value === address)
  return isThere ? { pending, identity, changed: composed.identity } : undefined
}

function settingsHooks({ config }: Pick<FlowContext, 'config'>, { method }: PendingAddressChange) {
  return method === undefined ? [] : hooksAfter(config.selfservice.flows.settings.after, method)
}

function settingsEvent(
  { request }: Pick<Attempt, 'request'>,
  { flow, method = '', transientPayload }: PendingAddressChange,
  identity: Identity,
) {
  return { flow, request, fields: { transient_payload: transientPayload }, method, identity }
}

async function gone(context: FlowContext, flow: StoredFlow): Promise<Outcome> {
  return reject(context, flow, { kind: 'rejected', form: [verificationCodeInvalid()], status: 200 })
}

async function owned(context: FlowContext, flow: StoredFlow): Promise<Outcome> {
  return reject(context, flow, { kind: 'rejected', form: [verifyWhileSignedIn()], status: 200 })
}
