import type { Transactions } from '@gatehouse/platform/database'

import type { RememberedDevices } from '../../devices/remembered-devices.ts'
import type { FlowStore } from '../ports/flow-store.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { Identity } from '../../identities/identity.ts'
import {
  hasEarlierAccess,
  hasProvedAddress,
  withoutEarlierAccess,
  withProvedAddresses,
} from '../../identities/proved-address.ts'
import type {
  IdentityConflict,
  IdentityStore,
  IdentityWrite,
  LayeredIdentities,
} from '../../identities/identity-store.ts'

/**
 * What stands behind a proof. `address`: the message that reached it, and nothing else. `account`: a session or a
 * credential of the account as well.
 */
export type ProofBacking = 'address' | 'account'

/** Addresses of an account that a person has proved to be reached by. `now` in Unix milliseconds. */
export interface AddressProof {
  readonly addresses: readonly string[]
  readonly backing: ProofBacking
  readonly now: number
  /** The flow in which it happened: it goes on where other flows of the account end. */
  readonly flowId?: string
}

/** What recording a proof comes to. */
export type RecordedProof =
  | {
      readonly kind: 'recorded'
      /** The account as it is stored now. */
      readonly identity: Identity
      /** True if ways in, or sessions, of before were removed. */
      readonly removed: boolean
    }
  /** Another address of the account has an owner already; nothing was written. */
  | { readonly kind: 'owned' }
  | IdentityConflict

/** The only way by which an address becomes proved. */
export interface AddressProofs {
  /** The identity that `record` would store: for questions that come before it. */
  foresee(identity: Identity, proof: AddressProof): Identity
  /**
   * Stores the identity with its addresses proved. Where nothing but the address backs the first proof of an account,
   * another person may have made the account: every credential, link, session, begun flow and remembered device
   * of before goes, in the same transaction.
   */
  record(identity: Identity, proof: AddressProof): Promise<RecordedProof>
  /** Stores the identity with the states that an administrator, or a hook, gave its addresses. Their word removes nothing. */
  vouch(identity: Identity): Promise<IdentityWrite>
}

/** Makes the record over the stores. `identities` is the store itself, not the one that demands proofs. */
export function createAddressProofs(deps: {
  readonly identities: LayeredIdentities
  readonly sessions: Pick<SessionStore, 'revokeByIdentity'>
  readonly flows: Pick<FlowStore, 'deleteByIdentity'>
  readonly rememberedDevices: Pick<RememberedDevices, 'forget'>
  readonly transactions: Transactions
}): AddressProofs {
  const { identities, sessions, flows, rememberedDevices, transactions } = deps

  const isFirst = (identity: Identity, proof: AddressProof): boolean =>
    proof.backing === 'address' && !hasProvedAddress(identity) && withProof(identity, proof) !== identity

  const foresee: AddressProofs['foresee'] = (identity, proof) => {
    const proved = withProof(identity, proof)
    return isFirst(identity, proof) ? withoutEarlierAccess(proved, proof.addresses, proof.now) : proved
  }

  return {
    foresee,
    record: (identity, proof) =>
      transactions.durable(async (): Promise<RecordedProof> => {
        const isNew = withProof(identity, proof) !== identity
        if (isNew && proof.backing === 'address' && hasProvedAddress(identity)) return { kind: 'owned' }
        const foreseen = foresee(identity, proof)
        const written =
          foreseen === identity ? ({ kind: 'written', identity } as const) : await identities.update(foreseen)
        if (written.kind === 'conflict') return written
        const next = written.identity
        if (!isFirst(identity, proof)) return { kind: 'recorded', identity: next, removed: false }
        const ended = await sessions.revokeByIdentity(identity.id)
        await rememberedDevices.forget(identity.id)
        await flows.deleteByIdentity(identity.id, proof.flowId)
        return { kind: 'recorded', identity: next, removed: ended.length > 0 || hasEarlierAccess(identity) }
      }),
    vouch: (identity) => identities.update(identity),
  }
}

function withProof(identity: Identity, { addresses, now }: AddressProof): Identity {
  return withProvedAddresses(identity, addresses, now)
}

/** The store for everybody else: it refuses to store an address as proved without saying what proved it. */
export function demandingProofs(identities: LayeredIdentities, transactions: Transactions): IdentityStore {
  return {
    ...identities,
    update: (identity, cause) =>
      transactions.durable(async () => {
        const before = await identities.find(identity.id)
        const isProved = ({ id, value }: Identity['verifiableAddresses'][number]) =>
          before?.verifiableAddresses.some((row) => row.id === id && row.value === value && row.verified) === true
        if (before && identity.verifiableAddresses.some((row) => row.verified && !isProved(row)))
          throw new Error('an address becomes proved by AddressProofs only')
        return identities.update(identity, cause, before)
      }),
  }
}
