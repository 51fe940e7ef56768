import type { Seals } from '../../credentials/sealed.ts'
import type { IdentityStore } from '../../identities/store.ts'
import type { Transactions } from '../../sql/transaction.ts'

/** What backup codes take. */
export interface LookupSecretDependencies {
  readonly identities: Pick<IdentityStore, 'find' | 'update'>
  readonly seals: Seals
  readonly transactions: Transactions
}
