import type { PreparedStatement } from './prepared.ts'
import type { Transactions } from './units.ts'

/** The condition of a database. */
export type DatabaseCondition = 'sound' | 'full' | 'unreachable'

/** The location of an open database's rows. */
export type OpenedLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'server'; readonly host: string; readonly port: number; readonly database: string }

/** A database that stores ask. */
export interface Database extends Transactions {
  /** The SQL dialect of statements, for the differences between the two. */
  readonly dialect: 'sqlite' | 'postgres'
  /** Compiles a statement. Stores do it once, at their creation. */
  prepare(sql: string): PreparedStatement
  /**
   * As `prepare`, for a SELECT of one row that is read to be changed: no other unit of work changes the row until this
   * one ends. SQLite guarantees that for every row that a unit reads.
   */
  prepareHeld(sql: string): PreparedStatement
  /**
   * As `prepare`, for a single write that may be a whole unit: outside a unit it is its own `write`. PostgreSQL then
   * needs one round trip instead of three.
   */
  prepareWrite(sql: string): Pick<PreparedStatement, 'run'>
  /** Resolves once the database can be reached and has been migrated. Rejects with an Error that names the fix. */
  ready(): Promise<void>
  /** Returns the location of its rows, as the driver reports it. Rejects if a server cannot be reached. */
  location(): Promise<OpenedLocation>
  /** Returns true if it answers and can store something. Never rejects. */
  healthy(): Promise<boolean>
  /** `full`: it can be read, and nothing can be stored. Never rejects. */
  condition(): Promise<DatabaseCondition>
  /** Closes connections after the pending statements; a file is then complete without its write-ahead log. */
  close(): void
}
