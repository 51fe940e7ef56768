import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import type { PendingAddressChange } from '../ports/pending-address-changes.ts'
import { withPendingTraits } from './hold-back.ts'

/**
 * Returns the changes of an account that still wait for a proof. A change is dropped if its traits have been changed
 * since, for example by an administrator.
 */
export async function waitingChanges(
  { pendingAddressChanges }: Pick<FlowContext, 'pendingAddressChanges'>,
  identity: Identity,
  now: number,
): Promise<readonly PendingAddressChange[]> {
  return (await pendingAddressChanges.ofIdentity(identity.id, now)).filter(
    ({ traits }) => withPendingTraits(identity.traits, traits) !== undefined,
  )
}
