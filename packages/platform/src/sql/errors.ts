/** A value that has to be unique exists already. Nothing of its unit of work was stored. */
export class UniqueConflictError extends Error {
  /** The table that holds the value; on SQLite the index, if that is over an expression. */
  readonly table: string

  constructor(table: string, options?: ErrorOptions) {
    super(`a value that has to be unique in ${table} is taken`, options)
    this.table = table
  }
}

/**
 * Another unit of work changed a row that this one had read. Nothing of it was stored; a unit that throws this is run
 * once more, and thus reads again.
 */
export class ConcurrentChangeError extends Error {}

/** A row would refer to one that was deleted meanwhile, e.g. a session to its identity. */
export class StaleReferenceError extends Error {}

/** The server of a database cannot be reached, or serves nothing now. Nothing of the unit of work is known to be stored. */
export class UnreachableDatabaseError extends Error {}
