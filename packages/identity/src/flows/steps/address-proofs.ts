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
import type { IdentityConflict, IdentityWrite, ProvenIdentityStore } from '../../identities/identity-store.ts'

/**
 * The backing of a proof. `address`: only the message that reached it. `account`: also a session or a credential of the
 * account.
 */
export type ProofBacking = 'address' | 'account'

/** Addresses of an account that a person has proved to control. `now` in Unix milliseconds. */
export interface AddressProof {
  readonly addresses: readonly string[]
  readonly backing: ProofBacking
  readonly now: number
  /** The flow of the proof: it continues when other flows of the account end. */
  readonly flowId?: string
}

/** The result of recording a proof. */
export type RecordedProof =
  | {
      readonly kind: 'recorded'
      /** The account as it is stored now. */
      readonly identity: Identity
      /** True if earlier credentials or sessions were removed. */
      readonly removed: boolean
    }
  /** Another address of the account has an owner already; nothing was written. */
  | { readonly kind: 'owned' }
  | IdentityConflict

/** The only way by which an address becomes proved. */
export interface AddressProofs {
  /** Returns the identity that `record` would store: for checks before it. */
  preview(identity: Identity, proof: AddressProof): Identity
  /**
   * Stores the identity with its addresses proved. If only the address backs the first proof of an account, another
   * person may have created the account: every earlier credential, link, session, begun flow and remembered device is
   * removed in the same transaction.
   */
  record(identity: Identity, proof: AddressProof): Promise<RecordedProof>
  /** Stores the identity with the address states of an administrator or a hook. These remove nothing. */
  vouch(identity: Identity): Promise<IdentityWrite>
}

/** Creates the record over the stores. */
export function createAddressProofs(deps: {
  readonly identities: Pick<ProvenIdentityStore, 'updateProved'>
  readonly sessions: Pick<SessionStore, 'revokeByIdentity'>
  readonly flows: Pick<FlowStore, 'deleteByIdentity'>
  readonly rememberedDevices: Pick<RememberedDevices, 'forget'>
  readonly transactions: Transactions
}): AddressProofs {
  const { identities, sessions, flows, rememberedDevices, transactions } = deps

  const isFirst = (identity: Identity, proof: AddressProof): boolean =>
    proof.backing === 'address' && !hasProvedAddress(identity) && withProof(identity, proof) !== identity

  const preview: AddressProofs['preview'] = (identity, proof) => {
    const proved = withProof(identity, proof)
    return isFirst(identity, proof) ? withoutEarlierAccess(proved, proof.addresses, proof.now) : proved
  }

  return {
    preview,
    record: (identity, proof) =>
      transactions.durable(async (): Promise<RecordedProof> => {
        const isNew = withProof(identity, proof) !== identity
        if (isNew && proof.backing === 'address' && hasProvedAddress(identity)) return { kind: 'owned' }
        const previewed = preview(identity, proof)
        const written =
          previewed === identity ? ({ kind: 'written', identity } as const) : await identities.updateProved(previewed)
        if (written.kind === 'conflict') return written
        const next = written.identity
        if (!isFirst(identity, proof)) return { kind: 'recorded', identity: next, removed: false }
        const ended = await sessions.revokeByIdentity(identity.id)
        await rememberedDevices.forget(identity.id)
        await flows.deleteByIdentity(identity.id, proof.flowId)
        return { kind: 'recorded', identity: next, removed: ended.length > 0 || hasEarlierAccess(identity) }
      }),
    vouch: (identity) => identities.updateProved(identity),
  }
}

function withProof(identity: Identity, { addresses, now }: AddressProof): Identity {
  return withProvedAddresses(identity, addresses, now)
}
