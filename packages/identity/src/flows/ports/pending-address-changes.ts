import type { Channel } from '@gatehouse/contract/identities'

import type { StoredFlow } from '../model/flow.ts'

/** The value of a trait before and after the change. Absent: the account has none. */
export interface TraitChange {
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * A change of traits that counts once its addresses are proved; until then the present ones stay in force, and the new
 * ones stay free. Times are Unix milliseconds.
 */
export interface PendingAddressChange {
  readonly id: string
  readonly identityId: string
  /** By the name of the trait, on the first level. */
  readonly traits: Readonly<Record<string, TraitChange>>
  /** The new addresses, spelled as stored. */
  readonly addresses: readonly { readonly value: string; readonly via: Channel }[]
  /** Those of them that are proved already. */
  readonly proved: readonly string[]
  /** The method of the settings that caused it; absent: a provider did. */
  readonly method?: string
  /** The flow that caused it, without its form: for hooks and further messages. */
  readonly flow: StoredFlow
  readonly transientPayload: Readonly<Record<string, unknown>>
  readonly expiresAt: number
}

/** Pending changes of addresses in a database. */
export interface PendingAddressChangeStore {
  insert(change: PendingAddressChange): Promise<void>
  /** Replaces its document. */
  update(change: PendingAddressChange): Promise<void>
  find(id: string): Promise<PendingAddressChange | undefined>
  /** Returns those of an account that have not expired, the oldest first. */
  ofIdentity(identityId: string, now: number): Promise<readonly PendingAddressChange[]>
  delete(id: string): Promise<void>
  /** Removes expired ones; returns the number of rows. */
  purge(now: number): Promise<number>
}
