import type { Transactions } from '@gatehouse/platform/database'

import type { IdentityConfig, RelyingParty } from '../../configuration/config.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import type { FlowStore } from '../../flows/ports/flow-store.ts'
import type { KeyType } from '../../identities/credential-kinds.ts'
import type { IdentitySchemas } from '../../identities/schemas.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** The dependencies of security keys and passkeys. */
export interface KeyDependencies {
  readonly config: Pick<IdentityConfig, 'improvements' | 'publicBaseUrl' | 'selfservice' | 'security' | 'secrets'>
  readonly flows: Pick<FlowStore, 'find' | 'update'>
  readonly identities: Pick<IdentityStore, 'find' | 'findByIdentifier' | 'update'>
  readonly schemas: IdentitySchemas
  readonly transactions: Transactions
  readonly countFirstFactors: FirstFactors
}

/** Returns the relying party of a method; a configuration without one is refused. */
export function relyingParty({ config }: KeyDependencies, method: KeyType): RelyingParty {
  const { rp } = config.selfservice.methods[method]
  if (!rp) throw new Error(`selfservice.methods.${method} has no relying party`)
  return rp
}
