import type { Transactions } from '@gatehouse/platform/database'

import type { Seals } from '../../credentials/sealed.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** The dependencies of backup codes. */
export interface LookupSecretDependencies {
  readonly identities: Pick<IdentityStore, 'find' | 'update'>
  readonly seals: Seals
  readonly transactions: Transactions
}
