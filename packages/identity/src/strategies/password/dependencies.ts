import type { Transactions } from '@gatehouse/platform/database'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { PasswordHasher } from '../../credentials/hasher.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** Another system that still knows passwords. `unusable`: it did not answer as it should. */
export interface PasswordMigration {
  ask(identifier: string, password: string): Promise<'right' | 'wrong' | 'unusable'>
}

/** What signing in and up with passwords takes. */
export interface PasswordDependencies {
  readonly config: Pick<IdentityConfig, 'featureFlags' | 'improvements' | 'selfservice'>
  readonly identities: Pick<IdentityStore, 'find' | 'findByIdentifier' | 'update'>
  readonly hasher: PasswordHasher
  readonly transactions: Transactions
  /** Absent: no other system is asked. */
  readonly passwordMigration: PasswordMigration | undefined
  /** For the look-up of leaked passwords. */
  readonly fetch: typeof globalThis.fetch
}
