import type { Transactions } from '@gatehouse/platform/database'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { Courier } from '../../courier/message.ts'
import type { FlowStore } from '../../flows/ports/flow-store.ts'
import type { PendingAddressChangeStore } from '../../flows/ports/pending-address-changes.ts'
import type { PendingRegistrationStore } from '../../flows/ports/pending-registrations.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** The dependencies of sending and opening links. */
export interface LinkDependencies {
  readonly config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice' | 'secrets'>
  readonly identities: Pick<IdentityStore, 'find' | 'findByRecoveryAddress' | 'findByVerifiableAddress' | 'isTaken'>
  readonly flows: FlowStore
  readonly transactions: Transactions
  readonly courier: Courier
  readonly pendingRegistrations: Pick<PendingRegistrationStore, 'find'>
  readonly pendingAddressChanges: Pick<PendingAddressChangeStore, 'find'>
}
