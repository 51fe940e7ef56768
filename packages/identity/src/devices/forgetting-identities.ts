import type { Transactions } from '@gatehouse/platform/database'

import { typesWith } from '../identities/credential-kinds.ts'
import type { Identity } from '../identities/identity.ts'
import type { LayeredIdentities } from '../identities/identity-store.ts'
import type { RememberedDeviceStore } from './device-store.ts'

/** First and second factors: after a change, no old one may suffice. */
const sensitive = typesWith('endsTrust')

/** Wraps the store: it forgets an identity's remembered devices with every change of its password or its factors. */
export function forgettingIdentities(
  identities: LayeredIdentities,
  { transactions, devices }: { readonly transactions: Transactions; readonly devices: RememberedDeviceStore },
): LayeredIdentities {
  return {
    ...identities,
    update: (identity, cause, known) =>
      transactions.durable(async () => {
        const before = cause === 'upkeep' ? undefined : (known ?? (await identities.find(identity.id)))
        const written = await identities.update(identity, cause, before)
        if (before && written.kind === 'written' && essence(before) !== essence(identity)) {
          await devices.deleteByIdentity(identity.id)
        }
        return written
      }),
  }
}

/** Returns the credentials without the times of their changes. */
function essence({ credentials }: Identity): string {
  return JSON.stringify(
    sensitive.map((type) => {
      const credential = credentials[type]
      return credential && [credential.identifiers, credential.config]
    }),
  )
}
