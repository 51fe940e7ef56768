/** A value that has to be unique is taken. Nothing of its unit of work was stored. */
export class UniqueConflictError extends Error {
  /** The table that holds the value; on SQLite the index, where that is over an expression. */
  readonly table: string

  constructor(table: string, options?: ErrorOptions) {
    super(`a value that has to be unique in ${table} is taken`, options)
    this.table = table
  }
}

/**
 * What a unit of work had read was changed by another one. Nothing of it was stored; a unit that throws this is run once more,
 * and thus reads again.
 */
export class ConcurrentChangeError extends Error {}

/** A row was to refer to another one that was deleted meanwhile, e.g. a session to its identity. */
export class StaleReferenceError extends Error {}

/** The server of a database cannot be reached, or serves nothing now. Nothing of the unit of work is known to be stored. */
export class UnreachableDatabaseError extends Error {}

/** This process leads no longer: another one has taken its lease. Nothing of the unit of work was stored. */
export class LostLeaseError extends Error {}
