import type { PreparedStatement } from './prepared.ts'
import type { Transactions } from './units.ts'

/** How a database stands. */
export type DatabaseCondition = 'sound' | 'full' | 'unreachable'

/** Where the rows of an open database are. */
export type OpenedLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'server'; readonly host: string; readonly port: number; readonly database: string }

/** A database that stores ask. */
export interface Database extends Transactions {
  /** Whose SQL statements are written in, where the two differ. */
  readonly dialect: 'sqlite' | 'postgres'
  /** Compiles a statement. Stores do it once, at their creation. */
  prepare(sql: string): PreparedStatement
  /**
   * As `prepare`, for a SELECT of one row that is read to be changed: what a unit of work has read by it is changed by
   * no other one until it ends. SQLite keeps it so for whatever is read in a unit.
   */
  prepareHeld(sql: string): PreparedStatement
  /**
   * As `prepare`, for a statement that writes and may be all of a unit: outside one it is a `write` of its own. PostgreSQL
   * is asked once for it, instead of three times.
   */
  prepareWrite(sql: string): Pick<PreparedStatement, 'run'>
  /** Resolves once it can be asked: it is there and has been migrated. Rejects with an Error that says what to do. */
  ready(): Promise<void>
  /** Where its rows are, as the driver says it of what it has opened. Rejects where a server cannot be asked. */
  location(): Promise<OpenedLocation>
  /** True while it answers and can store something. Never rejects. */
  healthy(): Promise<boolean>
  /** `full`: what is there is read, and nothing can be stored. Never rejects. */
  condition(): Promise<DatabaseCondition>
  /** Connections end after the statements under way; a file is whole without its write-ahead log. */
  close(): void
}
