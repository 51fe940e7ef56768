import type { HashWork } from '../configuration/bounds.ts'

/** The longest password that is processed, in bytes of UTF-8. */
export const longestPasswordBytes = 4_096

/** The result of checking a password against a stored hash. */
export interface PasswordCheck {
  readonly ok: boolean
  /** The hash is of another algorithm or cost than the configured one: store a new one now. */
  readonly needsRehash: boolean
}

/**
 * Hashes and checks passwords off the main thread, a bounded number at a time; projects are served in rotation. Every
 * check refuses with 503 (`BusyRefusal`) if the queue is full, if it takes too long, and once the hasher is closed.
 */
export interface PasswordHasher {
  /** The longest password that the configured algorithm reads, in bytes of UTF-8 (bcrypt: 72). Refuse longer ones. */
  readonly longestBytes: number
  /** Returns a PHC string (argon2id) or a bcrypt string. Throws a RangeError for a password beyond `longestBytes`. */
  hash(password: string): Promise<string>
  /** Checks a password. Never throws for a wrong, foreign or damaged hash: it does not match. */
  verify(hash: string, password: string): Promise<PasswordCheck>
  /** True for a stored hash that `verify` can check: an import accepts only these. */
  reads(hash: string): boolean
  /** Takes as much time as a real check; for identifiers without an account, so that the time reveals nothing. */
  verifyDecoy(password: string): Promise<void>
  /**
   * Waits for `left`, the work that still needs the hasher, for three seconds at most. Then it refuses the running work
   * with 503 and ends the worker threads.
   */
  close(left?: Promise<unknown>): Promise<void>
}

/** One family of hash strings. */
export interface HashAlgorithm {
  /** The work of creating one. */
  readonly ownWork: HashWork
  /** True for strings this algorithm can check. */
  reads(hash: string): boolean
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** Returns the work of checking a string that it reads. */
  workOf(hash: string): HashWork
  /** True for strings created with exactly the configured parameters. */
  isCurrent(hash: string): boolean
}
