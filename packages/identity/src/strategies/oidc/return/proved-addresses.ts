import { normalizeAddress } from '../../../identities/address.ts'
import type { Identity } from '../../../identities/identity.ts'
import type { Mapped } from '../mapper.ts'

/** Returns the identity's addresses that the provider has proved; typed ones are not among them. */
export function addressesProvedBy({ verifiedAddresses }: Mapped, identity: Identity): readonly string[] {
  return identity.verifiableAddresses
    .filter((row) =>
      verifiedAddresses.some(({ via, value }) => via === row.via && normalizeAddress(value, row.via) === row.value),
    )
    .map(({ value }) => value)
}
