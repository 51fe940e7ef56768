import type { CredentialType, Identity } from './identity.ts'

/**
 * The refusal of a write: another identity holds one of these values. `id`: an insert's id is taken, or an update's
 * identity was deleted meanwhile.
 */
export type IdentityConflict = {
  readonly kind: 'conflict'
  readonly field: 'identifier' | 'address' | 'external_id' | 'id'
}
/**
 * The result of storing an account. `written`: with its new revision, for another store. `conflict`:
 * another account has the value that `field` names.
 */
export type IdentityWrite = { readonly kind: 'written'; readonly identity: Identity } | IdentityConflict

/** One page of identities, keyset-paged by id. `next` is absent on the last page. */
export interface IdentityPage {
  readonly identities: readonly Identity[]
  readonly next: string | undefined
}

/** TABLE: the orders of lists of people. */
export const searchOrders = ['newest', 'oldest', 'name_asc', 'name_desc', 'last_seen_desc', 'last_seen_asc'] as const
/** By creation, by the name as searches compare it, or by the last use of a session; people without one are oldest. */
export type SearchOrder = (typeof searchOrders)[number]

/** The position of an account in the order of a search, by its sort value: Unix milliseconds, or the name. */
export interface SearchPosition {
  readonly value: number | string
  readonly id: string
  /** True for the page before it, false for the one after it. */
  readonly isBefore: boolean
}

/** The filters of a search. All conditions apply at once. */
export interface SearchFilter {
  readonly state?: Identity['state'] | undefined
  readonly schemaId?: string | undefined
  readonly organizationId?: string | undefined
  /** True if every address is proved; an account without addresses matches neither value. */
  readonly isVerified?: boolean | undefined
  readonly hasSecondStep?: boolean | undefined
  /** A type of credential that is a first step. */
  readonly method?: CredentialType | undefined
  /** Unix milliseconds, as those below. */
  readonly createdAfter?: number | undefined
  /** Filters for people without a used session since then, those without any session included. */
  readonly lastSeenBefore?: number | undefined
}

/** A search for people. */
export interface IdentitySearch extends SearchFilter {
  /**
   * Words, each a part of a trait's value, a sign-in name, the id or the external id, in any case and with any accents.
   */
  readonly text: string
  readonly order: SearchOrder
  readonly size: number
  readonly at?: SearchPosition | undefined
}

/** A found account, with the last use of its sessions, in Unix milliseconds. */
export interface FoundIdentity {
  readonly identity: Identity
  readonly lastSeenAt: number | undefined
}

/** A page of the found people, and their number on all pages. `next`, `previous`: absent if there is none. */
export interface FoundIdentities {
  readonly found: readonly FoundIdentity[]
  readonly next: SearchPosition | undefined
  readonly previous: SearchPosition | undefined
  readonly total: number
}

/** The store of identities. */
export interface IdentityStore {
  /** Inserts a whole identity: durable before it returns. */
  insert(identity: Identity): Promise<IdentityWrite>
  /**
   * Replaces a whole identity (traits, addresses, credentials): durable before it returns. `upkeep`: no person caused
   * it, such as a counter, a re-hashed password, a sent message. Throws if an address becomes proved by it:
   * `AddressProofs` writes that, and removes what has to be removed with it. Throws a `ConcurrentChangeError` if it was
   * stored since it was read, so callers read in the transaction of the update.
   */
  update(identity: Identity, cause?: 'upkeep'): Promise<IdentityWrite>
  /** True if it existed. Its sessions, codes and flows are deleted with it. */
  delete(id: string): Promise<boolean>
  find(id: string): Promise<Identity | undefined>
  /** Returns the present state of an identity: itself, unless it was stored or deleted since it was read. */
  current(identity: Identity): Promise<Identity | undefined>
  findByExternalId(externalId: string): Promise<Identity | undefined>
  /** Finds the identity whose credential of one of these types has this identifier; case as stored (lower). */
  findByIdentifier(types: readonly CredentialType[], identifier: string): Promise<Identity | undefined>
  findByVerifiableAddress(value: string): Promise<Identity | undefined>
  findByRecoveryAddress(value: string): Promise<Identity | undefined>
  /** True if an identity, other than `besides`, has this sign-in name or address. It takes the same time either way. */
  isTaken(address: string, besides?: string): Promise<boolean>
  /** Returns the conflict that inserting this identity would cause. Writes nothing. */
  conflict(identity: Identity): Promise<IdentityConflict | undefined>
  list(query: {
    readonly size: number
    readonly after?: string
    readonly ids?: readonly string[]
    readonly identifier?: string
    readonly identifierSimilar?: string
    readonly organizationId?: string
    readonly state?: Identity['state']
    readonly schemaId?: string
    /** A part of any trait's value; Latin letters in either case. Fewer than three letters read every identity. */
    readonly traitSimilar?: string
  }): Promise<IdentityPage>
  search(query: IdentitySearch): Promise<FoundIdentities>
  /** Indexes accounts that searches by one or two letters lack, in batches; returns their number. */
  indexMissing(): Promise<number>
  listOffset(query: { readonly size: number; readonly page: number }): Promise<{
    readonly identities: readonly Identity[]
    readonly total: number
  }>
}

/** The store with the operation of `AddressProofs`. */
export interface ProvenIdentityStore extends IdentityStore {
  /** As `update`, and addresses may become proved by it. */
  updateProved(identity: Identity): Promise<IdentityWrite>
}
