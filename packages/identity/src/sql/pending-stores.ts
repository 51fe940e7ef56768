import type { Database } from '@gatehouse/platform/database'

import { createPendingAddressChangeStore } from './pending-address-change-store.ts'
import { createPendingRegistrationStore } from './pending-registration-store.ts'

/** What waits for the proof of an address. */
export function createPendingStores(database: Database) {
  return {
    pendingRegistrations: createPendingRegistrationStore(database),
    pendingAddressChanges: createPendingAddressChangeStore(database),
  }
}
