import { credentialKind } from './credential-kinds.ts'
import type { Credential, Identity, VerifiableAddress } from './identity.ts'
import type { IdentityStore } from './identity-store.ts'

/** Returns the identity with these addresses proved; unchanged if none was unproved. `now` in Unix milliseconds. */
export function withProvedAddresses(identity: Identity, addresses: readonly string[], now: number): Identity {
  const isNew = (row: VerifiableAddress) => !row.verified && addresses.includes(row.value)
  if (!identity.verifiableAddresses.some(isNew)) return identity
  const verifiableAddresses = identity.verifiableAddresses.map((row): VerifiableAddress =>
    isNew(row) ? { ...row, verified: true, status: 'completed', verifiedAt: now, updatedAt: now } : row,
  )
  return { ...identity, verifiableAddresses, updatedAt: now }
}

/** True if a change makes an address count as proved that does not count yet. */
export function provesAddress(before: Identity, after: Identity): boolean {
  const isProved = ({ id, value }: VerifiableAddress) =>
    before.verifiableAddresses.some((row) => row.id === id && row.value === value && row.verified)
  return after.verifiableAddresses.some((row) => row.verified && !isProved(row))
}

/** True if a person has proved to be reachable at one of the account's addresses. */
export function hasProvedAddress({ verifiableAddresses }: Identity): boolean {
  return verifiableAddresses.some(({ verified }) => verified)
}

/**
 * True if a message to this address may open the account. An unproved address does not open an account that another
 * person's proof has claimed: the person who entered it would get access.
 */
export function mayOpen(identity: Identity, address: string): boolean {
  const row = identity.verifiableAddresses.find(({ value }) => value === address)
  const isHeldBack = identity.recoveryAddresses.some(({ value, heldBack }) => value === address && heldBack === true)
  if (row?.verified) return true
  return !isHeldBack && (row === undefined || !hasProvedAddress(identity))
}

/** Returns the part of an earlier credential that stays: the part that follows from the traits, else nothing. */
function leftOf(before: Credential): Credential | undefined {
  const left = credentialKind(before.type)?.leftByProof
  return left === 'names' ? { ...before, config: {} } : left === 'all' ? before : undefined
}

/**
 * Returns the identity without any earlier sign-in method, as a new account with the same traits. Recovery addresses
 * other than `proved` are held back until they are proved or changed. `now` in Unix milliseconds.
 */
export function withoutEarlierAccess(identity: Identity, proved: readonly string[], now: number): Identity {
  const credentials = Object.values(identity.credentials).flatMap((before) => {
    const after = leftOf(before)
    return after === undefined ? [] : [[after.type, after === before ? after : { ...after, updatedAt: now }] as const]
  })
  return {
    ...identity,
    credentials: Object.fromEntries(credentials),
    recoveryAddresses: identity.recoveryAddresses.map((row) =>
      proved.includes(row.value) ? row : { ...row, heldBack: true },
    ),
    updatedAt: now,
  }
}

/** True if the account has a sign-in method that `withoutEarlierAccess` removes. */
export function hasEarlierAccess({ credentials }: Identity): boolean {
  return Object.values(credentials).some(
    ({ type, config }) => credentialKind(type)?.leftByProof !== 'all' && Object.keys(config).length > 0,
  )
}

/** Finds the account that a message to this recovery address may open. */
export async function findRecoverable(
  identities: Pick<IdentityStore, 'findByRecoveryAddress'>,
  address: string,
): Promise<Identity | undefined> {
  const found = await identities.findByRecoveryAddress(address)
  return found && mayOpen(found, address) ? found : undefined
}
