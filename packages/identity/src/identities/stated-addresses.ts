import { normalizeAddress } from './address.ts'
import type { Identity, VerifiableAddress } from './identity.ts'

/** An address of an account with its state, as an administrator or a web hook gives it. */
export interface StatedAddress {
  readonly value: string
  /** Absent: any channel. */
  readonly via?: string | undefined
  readonly verified: boolean
  /** Absent: it follows from `verified`. */
  readonly status?: VerifiableAddress['status'] | undefined
  /** RFC 3339; an invalid time counts as absent. */
  readonly verified_at?: string | null | undefined
}

type Address = Pick<StatedAddress, 'value' | 'via'>

/** Returns the identity with these states of its addresses. Values that the traits do not have are left out. */
export function withStatedAddresses(
  identity: Identity,
  addresses: readonly StatedAddress[] | undefined,
  now: number,
): Identity {
  if (addresses === undefined) return identity
  return {
    ...identity,
    verifiableAddresses: identity.verifiableAddresses.map((row) => {
      const given = addresses.find((address) => isSameAddress(row, address))
      return given ? withState(row, given, now) : row
    }),
  }
}

/** Checks that an address of an account is the stated one. */
export function isSameAddress(
  row: Pick<VerifiableAddress, 'value' | 'via'>,
  { value, via = row.via }: Address,
): boolean {
  return via === row.via && normalizeAddress(value, row.via) === row.value
}

function withState(row: VerifiableAddress, given: StatedAddress, now: number): VerifiableAddress {
  const status = given.status ?? (given.verified ? 'completed' : row.status)
  if (given.verified === row.verified && status === row.status) return row
  const stated = Date.parse(given.verified_at ?? '')
  const verifiedAt = given.verified ? (Number.isNaN(stated) ? (row.verifiedAt ?? now) : stated) : undefined
  return { ...row, verified: given.verified, status, verifiedAt, updatedAt: now }
}
