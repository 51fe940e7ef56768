/** How writes are grouped. Nested calls join the outer transaction. */
export interface Transactions {
  /** All or nothing; survives a killed process. For flows and other short-lived rows. */
  write<T>(work: () => T): T
  /** As `write`, and flushed to disk before it returns: for everything that was acknowledged to a person. */
  durable<T>(work: () => T): T
  /** As `durable`, for changes to rows that were there before: what is remembered of them is forgotten. */
  amend<T>(work: () => T): T
}
