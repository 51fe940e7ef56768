import type { HashWork } from '../configuration/bounds.ts'

/** Longest password that is ever looked at, in bytes of UTF-8. */
export const longestPasswordBytes = 4_096

/** What a check of a password against a stored hash found. */
export interface PasswordCheck {
  readonly ok: boolean
  /** The hash is of another algorithm or cost than the configured one: store a new one now. */
  readonly needsRehash: boolean
}

/**
 * Hashes and checks passwords off the main thread, a bounded number at a time; projects are served in rotation. Every check refuses
 * with 503 (`BusyRefusal`) where too many are waiting, where it takes too long, and once the hasher is closed.
 */
export interface PasswordHasher {
  /** Longest password the configured algorithm takes whole, in bytes of UTF-8 (bcrypt: 72). Refuse longer ones. */
  readonly longestBytes: number
  /** A PHC string (argon2id) or a bcrypt string. Throws a RangeError for a password past `longestBytes`. */
  hash(password: string): Promise<string>
  /** Never throws for a wrong, foreign or damaged hash: it just does not match. */
  verify(hash: string, password: string): Promise<PasswordCheck>
  /** True for a stored hash that `verify` can check: what an import may contain. */
  reads(hash: string): boolean
  /** Costs as much time as a real check; for identifiers without an account, so that time tells nothing. */
  verifyDecoy(password: string): Promise<void>
  /**
   * Waits for `left`, what still needs the hasher, but three seconds at most. Then it refuses what is under way with
   * 503 and ends the worker threads.
   */
  close(left?: Promise<unknown>): Promise<void>
}

/** One family of hash strings. */
export interface HashAlgorithm {
  /** What making one takes. */
  readonly ownWork: HashWork
  /** True for strings this algorithm can check. */
  reads(hash: string): boolean
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** What checking a string that it reads takes. */
  workOf(hash: string): HashWork
  /** True for strings made with exactly the configured parameters. */
  isCurrent(hash: string): boolean
}
