import type { Transactions } from '@gatehouse/platform/database'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { PasswordHasher } from '../../credentials/hasher.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** Another system that still knows passwords. `unusable`: its answer was not as expected. */
export interface PasswordMigration {
  ask(identifier: string, password: string): Promise<'right' | 'wrong' | 'unusable'>
}

/** The dependencies of signing in and up with passwords. */
export interface PasswordDependencies {
  readonly config: Pick<IdentityConfig, 'featureFlags' | 'improvements' | 'selfservice'>
  readonly identities: Pick<IdentityStore, 'find' | 'findByIdentifier' | 'update'>
  readonly hasher: PasswordHasher
  readonly transactions: Transactions
  /** Absent: no other system checks passwords. */
  readonly passwordMigration: PasswordMigration | undefined
  /** For the look-up of leaked passwords. */
  readonly fetch: typeof globalThis.fetch
}
