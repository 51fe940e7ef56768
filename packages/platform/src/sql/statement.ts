import type { Row } from './row.ts'

/** What a statement takes, the same on every database. Booleans are 0 and 1, times are milliseconds. */
export type Value = string | number | null | Uint8Array

/** A statement of one dialect. Every connection prepares it once, with its first use. */
export interface Statement {
  /** One of its own among all statements of a database: PostgreSQL prepares by it. */
  readonly name: string
  /** `?` stands for a value on SQLite, `$1` and so on on PostgreSQL. */
  readonly sql: string
}

/** Runs statements that change nothing. Each sees what was committed when it begins, or what its own unit of work wrote. */
export interface ReadHandle {
  all(statement: Statement, ...values: readonly Value[]): Promise<readonly Row[]>
  /** The first row, if there is one. */
  first(statement: Statement, ...values: readonly Value[]): Promise<Row | undefined>
}

/** Runs statements of a unit of work; refuses once it has ended. */
export interface WriteHandle extends ReadHandle {
  /** Answers how many rows were changed. */
  run(statement: Statement, ...values: readonly Value[]): Promise<number>
}
