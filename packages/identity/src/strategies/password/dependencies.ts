import type { Transactions } from '@gatehouse/platform/database'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { PasswordHasher } from '../../credentials/hasher.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** What signing in and up with passwords takes. */
export interface PasswordDependencies {
  readonly config: Pick<IdentityConfig, 'improvements' | 'selfservice'>
  readonly identities: Pick<IdentityStore, 'find' | 'findByIdentifier' | 'update'>
  readonly hasher: PasswordHasher
  readonly transactions: Transactions
  /** For the look-up of leaked passwords. */
  readonly fetch: typeof globalThis.fetch
}
