import { randomUUID } from 'node:crypto'

import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import type { OpenNeeds } from '../needs.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { PendingAddressChange } from '../ports/pending-address-changes.ts'
import { beginAddressChangeProofs, type BegunVerification, type VerificationCause } from '../verification/open.ts'
import type { HeldChange } from './hold-back.ts'

/** How long a change waits for its proof; a further message lengthens it. */
const lifespanMs = 24 * 60 * 60 * 1000

/** A change that is going to wait, with the verifications that it is proved by. */
export interface AwaitedChange {
  readonly change: PendingAddressChange
  readonly begun: readonly BegunVerification[]
}

type AwaitNeeds = OpenNeeds & Pick<FlowContext, 'identities'>

/** Prepares the proofs of what is held back. `identity` is the account as it stays until then. */
export async function awaitAddresses(
  context: AwaitNeeds,
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

/** The proofs of a change that waits already, begun anew: for those of its addresses that still lack one. */
export async function awaitAnew(
  context: AwaitNeeds,
  identity: Identity,
  waiting: PendingAddressChange,
  cause: VerificationCause,
): Promise<AwaitedChange> {
  const change = { ...waiting, expiresAt: cause.now + lifespanMs }
  const left = unprovedOf(change)
  return { change, begun: await beginAddressChangeProofs(context, { id: change.id, identity }, left, cause) }
}

/** Stores what waits, instead of what waited for the same traits. Belongs in the transaction of its messages. */
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

/** The addresses of a change that are still to be proved. */
export function unprovedOf({ addresses, proved }: PendingAddressChange): PendingAddressChange['addresses'] {
  return addresses.filter(({ value }) => !proved.includes(value))
}
