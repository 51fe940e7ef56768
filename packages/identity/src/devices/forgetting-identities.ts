import type { Transactions } from '@gatehouse/platform/transactions'

import type { CredentialType, Identity } from '../identities/identity.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { RememberedDeviceStore } from './device-store.ts'

/** Ways in, and second factors: whoever changes one wants nobody to get by on an old one. */
const sensitive: readonly CredentialType[] = ['password', 'code', 'totp', 'lookup_secret', 'webauthn', 'passkey']

/** Forgets the remembered devices of an identity with every change of its password or its factors. */
export function forgettingIdentities(
  identities: IdentityStore,
  { transactions, devices }: { readonly transactions: Transactions; readonly devices: RememberedDeviceStore },
): IdentityStore {
  return {
    ...identities,
    update: (identity, cause) =>
      transactions.durable(() => {
        const before = cause === 'upkeep' ? undefined : identities.find(identity.id)
        const written = identities.update(identity, cause)
        if (before && written.kind === 'written' && essence(before) !== essence(identity)) {
          devices.deleteByIdentity(identity.id)
        }
        return written
      }),
  }
}

/** Without when they were touched. */
function essence({ credentials }: Identity): string {
  return JSON.stringify(
    sensitive.map((type) => {
      const credential = credentials[type]
      return credential && [credential.identifiers, credential.config]
    }),
  )
}
