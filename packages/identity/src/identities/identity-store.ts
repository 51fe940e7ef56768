import type { CredentialType, Identity } from './identity.ts'

/**
 * Why a write was refused: another identity holds one of these values. `id`: an insert's id is taken, or an update's
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

/** TABLE: in which orders people are listed. */
export const searchOrders = ['newest', 'oldest', 'name_asc', 'name_desc', 'last_seen_desc', 'last_seen_asc'] as const
/** By creation, by the name as searches compare it, or by when a session was used last; who never had one is oldest. */
export type SearchOrder = (typeof searchOrders)[number]

/** An account's place in the order of a search, by the value that it is sorted by: Unix milliseconds, or the name. */
export interface SearchPosition {
  readonly value: number | string
  readonly id: string
  /** Whether the page before it is meant, instead of the one after it. */
  readonly isBefore: boolean
}

/** What a search is narrowed to. All conditions hold at once. */
export interface SearchFilter {
  readonly state?: Identity['state'] | undefined
  readonly schemaId?: string | undefined
  readonly organizationId?: string | undefined
  /** Whether every address is proved; who has none is neither. */
  readonly isVerified?: boolean | undefined
  readonly hasSecondStep?: boolean | undefined
  /** A type of credential that is a first step. */
  readonly method?: CredentialType | undefined
  /** Unix milliseconds, as those below. */
  readonly createdAfter?: number | undefined
  /** Has used no session since; who never had one is among them. */
  readonly lastSeenBefore?: number | undefined
}

/** Who is looked for. */
export interface IdentitySearch extends SearchFilter {
  /** Words, each a part of a trait's value, a sign-in name, the id or the external id, whatever its case and accents. */
  readonly text: string
  readonly order: SearchOrder
  readonly size: number
  readonly at?: SearchPosition | undefined
}

/** An account that was found, and the last use of a session of it, in Unix milliseconds. */
export interface FoundIdentity {
  readonly identity: Identity
  readonly lastSeenAt: number | undefined
}

/** A page of those who were found, and how many there are on all pages. `next`, `previous`: absent where there is none. */
export interface FoundIdentities {
  readonly found: readonly FoundIdentity[]
  readonly next: SearchPosition | undefined
  readonly previous: SearchPosition | undefined
  readonly total: number
}

/**
 * A store that others are laid around: each needs what is replaced, and the outermost one hands it down (`before`), as
 * read in the same transaction. Absent: the layer that needs it reads it.
 */
export interface LayeredIdentities extends Omit<IdentityStore, 'update'> {
  update(identity: Identity, cause?: 'upkeep', before?: Identity): Promise<IdentityWrite>
}

/** Identities as they are kept. */
export interface IdentityStore {
  /** Inserts a whole identity: durable before it returns. */
  insert(identity: Identity): Promise<IdentityWrite>
  /**
   * Replaces a whole identity (traits, addresses, credentials): durable before it returns. `upkeep`: no person asked for it;
   * a counter, a re-hashed password, a message that was sent. Throws where an address becomes proved by it: that is
   * written by `AddressProofs`, which removes what has to go with it. Throws a `ConcurrentChangeError` where it was stored
   * since it was read, so callers read in the transaction of the update.
   */
  update(identity: Identity, cause?: 'upkeep'): Promise<IdentityWrite>
  /** True if it existed. Its sessions, codes and flows go with it. */
  delete(id: string): Promise<boolean>
  find(id: string): Promise<Identity | undefined>
  /** What this became meanwhile: itself, unless it was stored or deleted since it was read. */
  current(identity: Identity): Promise<Identity | undefined>
  findByExternalId(externalId: string): Promise<Identity | undefined>
  /** The identity whose credential of this type (or of any given type) has this identifier; case as stored (lower). */
  findByIdentifier(types: readonly CredentialType[], identifier: string): Promise<Identity | undefined>
  findByVerifiableAddress(value: string): Promise<Identity | undefined>
  findByRecoveryAddress(value: string): Promise<Identity | undefined>
  /** True if some identity, other than `besides`, has this as a sign-in name or address. It costs the same either way. */
  isTaken(address: string, besides?: string): Promise<boolean>
  /** What inserting this identity would be refused for. Writes nothing. */
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
    /** A part of any trait's value; letters of the Latin alphabet in either case. Fewer than three letters read every identity. */
    readonly traitSimilar?: string
  }): Promise<IdentityPage>
  search(query: IdentitySearch): Promise<FoundIdentities>
  /** Enters accounts that are not found by one or two letters yet, some at a time; returns their number. */
  indexMissing(): Promise<number>
  listOffset(query: { readonly size: number; readonly page: number }): Promise<{
    readonly identities: readonly Identity[]
    readonly total: number
  }>
}
