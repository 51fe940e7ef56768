import { randomUUID } from 'node:crypto'

import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { PendingAddressChange } from '../ports/pending-address-changes.ts'
import { beginAddressChangeProofs, type BegunVerification, type VerificationCause } from '../verification/open.ts'
import type { HeldChange } from './hold-back.ts'

/** The time that a change waits for its proof; a further message lengthens it. */
const lifespanMs = 24 * 60 * 60 * 1000

/** A change that will wait, with the verifications that prove it. */
export interface AwaitedChange {
  readonly change: PendingAddressChange
  readonly begun: readonly BegunVerification[]
}

/** Prepares the proofs of the changes that are held back. `identity` is the account until then. */
export async function awaitAddresses(
  context: FlowContext,
  identity: Identity,
  held: readonly HeldChange[],
  { flow, method, cause }: { readonly flow: StoredFlow; readonly method?: string; readonly cause: VerificationCause },
): Promise<readonly AwaitedChange[]> {
  return Promise.all(
    held.map(async ({ traits, addresses }) => {
      const change: PendingAddressChange = {
        id: randomUUID(),
        identityId: identity.id,
        traits,
        addresses,
        proved: [],
        ...(method !== undefined && { method }),
        flow: { ...flow, nodes: [], messages: [] },
        transientPayload: cause.transientPayload,
        expiresAt: cause.now + lifespanMs,
      }
      return { change, begun: await beginAddressChangeProofs(context, { id: change.id, identity }, addresses, cause) }
    }),
  )
}

/** Restarts the proofs of a waiting change, for those of its addresses that still lack one. */
export async function awaitAnew(
  context: FlowContext,
  identity: Identity,
  waiting: PendingAddressChange,
  cause: VerificationCause,
): Promise<AwaitedChange> {
  const change = { ...waiting, expiresAt: cause.now + lifespanMs }
  const left = unprovedOf(change)
  return { change, begun: await beginAddressChangeProofs(context, { id: change.id, identity }, left, cause) }
}

/** Stores waiting changes in place of those of the same traits. Belongs in the transaction of its messages. */
export async function keepAwaited(
  { pendingAddressChanges }: Pick<FlowContext, 'pendingAddressChanges'>,
  awaited: readonly AwaitedChange[],
  now: number,
): Promise<void> {
  for (const { change } of awaited) {
    const replaced = (await pendingAddressChanges.ofIdentity(change.identityId, now)).filter(({ traits }) =>
      Object.keys(traits).some((name) => Object.hasOwn(change.traits, name)),
    )
    for (const { id } of replaced) await pendingAddressChanges.delete(id)
    await pendingAddressChanges.insert(change)
  }
}

/** Returns the addresses of a change that are still to be proved. */
export function unprovedOf({ addresses, proved }: PendingAddressChange): PendingAddressChange['addresses'] {
  return addresses.filter(({ value }) => !proved.includes(value))
}
