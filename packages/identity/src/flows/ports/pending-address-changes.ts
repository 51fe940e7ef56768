import type { Channel } from '@gatehouse/contract/identities'

import type { StoredFlow } from '../model/flow.ts'

/** A trait as the change found it, and as it is to be. Absent: the account has none. */
export interface TraitChange {
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * A change of traits that counts once its addresses are proved; until then those in force stay. The new ones stay free.
 * Times are Unix milliseconds.
 */
export interface PendingAddressChange {
  readonly id: string
  readonly identityId: string
  /** By the name of the trait, on the first level. */
  readonly traits: Readonly<Record<string, TraitChange>>
  /** The addresses that it brings, spelled as they would be stored. */
  readonly addresses: readonly { readonly value: string; readonly via: Channel }[]
  /** Those of them that are proved already. */
  readonly proved: readonly string[]
  /** The method of the settings that it came with; absent: a provider brought it. */
  readonly method?: string
  /** The flow that it came with, without its form: for hooks and further messages. */
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
  /** Those of an account that have not expired, the oldest first. */
  ofIdentity(identityId: string, now: number): Promise<readonly PendingAddressChange[]>
  delete(id: string): Promise<void>
  /** Removes those past their time; returns how many rows. */
  purge(now: number): Promise<number>
}
