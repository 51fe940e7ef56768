import { normalizeAddress } from '../identities/address.ts'
import type { Identity, VerifiableAddress } from '../identities/identity.ts'
import type { VerifiableAddressBody } from './bodies.ts'

/** The identity with the verified states an administrator handed in. Values that the traits do not have are left out. */
export function importAddresses(
  identity: Identity,
  addresses: readonly VerifiableAddressBody[] | undefined,
  now: number,
): Identity {
  if (addresses === undefined) return identity
  return {
    ...identity,
    verifiableAddresses: identity.verifiableAddresses.map((row) => {
      const given = addresses.find(({ value, via }) => via === row.via && normalizeAddress(value, via) === row.value)
      return given ? withState(row, given, now) : row
    }),
  }
}

function withState(row: VerifiableAddress, given: VerifiableAddressBody, now: number): VerifiableAddress {
  const status = given.status ?? (given.verified ? 'completed' : row.status)
  if (given.verified === row.verified && status === row.status) return row
  const stated = Date.parse(given.verified_at ?? '')
  const verifiedAt = given.verified ? (Number.isNaN(stated) ? (row.verifiedAt ?? now) : stated) : undefined
  return { ...row, verified: given.verified, status, verifiedAt, updatedAt: now }
}
