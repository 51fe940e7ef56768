import type { Row } from './row.ts'

/** A parameter of a statement, the same on every database. Booleans are 0 and 1, times are milliseconds. */
export type Value = string | number | null

/** The values of a statement: in the order of its `?`, or by the names of its `:name`. */
export type Values = readonly Value[] | readonly [Readonly<Record<string, Value>>]

/** A statement of a database. Stores prepare it once, at their creation. */
export interface PreparedStatement {
  all(...values: Values): Promise<readonly Row[]>
  /** The first row, if there is one. */
  get(...values: Values): Promise<Row | undefined>
  /** Returns the number of changed rows. */
  run(...values: Values): Promise<number>
}
