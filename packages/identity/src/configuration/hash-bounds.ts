/** What one parameter, or a product of several, may be. */
interface Bound {
  /** Dearer ones are worked out one at a time, beside all others. */
  readonly usual: number
  /** Those beyond are refused when a configuration names them, and match nothing when a hash was imported with them. */
  readonly most: number
}

/**
 * What hashing a password may cost, whether a project configures it or imports it. The usual ones take a third of a second
 * of one core at most, the others some seconds. docs/security.md, "What projects share", has the same numbers.
 */
export const hashBounds = {
  /** Cost of bcrypt: rounds are two to that power. */
  bcryptCost: { usual: 12, most: 16 },
  /** Memory in KiB times iterations of argon2. */
  argon2Work: { usual: 256 * 1024, most: 4 * 1024 * 1024 },
  /** Iterations of PBKDF2. */
  pbkdf2Iterations: { usual: 1_000_000, most: 5_000_000 },
  /** Bytes that scrypt fills: 128 times N, r and p. */
  scryptWork: { usual: 128 * 1024 * 1024, most: 1024 * 1024 * 1024 },
  /** Rounds of SHA-crypt. */
  cryptRounds: { usual: 50_000, most: 500_000 },
} as const satisfies Readonly<Record<string, Bound>>

/** The parameters of argon2, each for itself; `argon2Work` bounds their product. */
export const argon2Most = { memoryKiB: 1024 * 1024, iterations: 100, parallelism: 255, keyBytes: 1_024 } as const
