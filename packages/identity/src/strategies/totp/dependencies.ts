import type { Transactions } from '@gatehouse/platform/database'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { Seals } from '../../credentials/sealed.ts'
import type { IdentitySchemas } from '../../identities/schemas.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** The dependencies of authenticator apps. */
export interface TotpDependencies {
  readonly config: Pick<IdentityConfig, 'selfservice'>
  readonly identities: Pick<IdentityStore, 'find' | 'update'>
  readonly schemas: IdentitySchemas
  readonly seals: Seals
  readonly transactions: Transactions
}
