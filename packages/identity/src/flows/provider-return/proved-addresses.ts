import { normalizeAddress } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import type { Mapped } from '../../strategies/oidc/mapped.ts'

/** The identity with the addresses that the provider has proved; what the person typed instead stays unproved. */
export function withProvedAddresses(identity: Identity, { verifiedAddresses }: Mapped, now: number): Identity {
  return {
    ...identity,
    verifiableAddresses: identity.verifiableAddresses.map((address) => {
      const isProved = verifiedAddresses.some(
        ({ via, value }) => via === address.via && normalizeAddress(value, address.via) === address.value,
      )
      return isProved && !address.verified
        ? { ...address, verified: true, status: 'completed', verifiedAt: now, updatedAt: now }
        : address
    }),
  }
}
