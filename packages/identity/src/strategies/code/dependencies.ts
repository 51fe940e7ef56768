import type { IdentityConfig } from '../../configuration/config.ts'
import type { Courier } from '../../courier/message.ts'
import type { PendingAddressChangeStore } from '../../flows/ports/pending-address-changes.ts'
import type { PendingRegistrationStore } from '../../flows/ports/pending-registrations.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import type { IdentitySchemas } from '../../identities/schemas.ts'
import type { Codes } from './codes.ts'

/** The dependencies of sending and checking codes. */
export interface CodeDependencies {
  readonly config: Pick<IdentityConfig, 'improvements' | 'publicBaseUrl' | 'selfservice' | 'featureFlags' | 'security'>
  readonly identities: Pick<
    IdentityStore,
    'find' | 'update' | 'findByIdentifier' | 'findByRecoveryAddress' | 'findByVerifiableAddress' | 'isTaken'
  >
  readonly schemas: Pick<IdentitySchemas, 'all'>
  readonly codes: Codes
  readonly courier: Courier
  readonly pendingRegistrations: Pick<PendingRegistrationStore, 'find'>
  readonly pendingAddressChanges: Pick<PendingAddressChangeStore, 'find'>
}

/** Returns the validity of a code in whole minutes, for the text of a message. */
export function minutesOf(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds / 60_000))
}
