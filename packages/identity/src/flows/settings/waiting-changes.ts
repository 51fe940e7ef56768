import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import type { PendingAddressChange } from '../ports/pending-address-changes.ts'
import { withPendingTraits } from './hold-back.ts'

/**
 * The changes of an account that still wait for a proof. One whose traits have changed since, such as by an
 * administrator, waits no more.
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
