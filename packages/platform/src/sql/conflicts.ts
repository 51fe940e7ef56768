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
