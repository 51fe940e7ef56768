import { z } from 'zod'

/** Wrong tries in a row, stored with their credential. */
export const wrongTries = z.object({ count: z.int().min(0), last_at: z.number() })
/** `last_at` is Unix milliseconds. */
export type WrongTries = z.output<typeof wrongTries>

const free = 5
const firstPauseMs = 30_000
const longestPauseMs = 3_600_000

/**
 * Returns the time until which no further try counts, in Unix milliseconds; 0 for now. From the fifth wrong try on,
 * each further one doubles the pause, from 30 seconds up to an hour. It counts by credential, as an attacker who knows
 * the password can start any number of flows and sessions; 24 tries a day need decades for a six-digit code.
 */
export function pausedUntil(tries: WrongTries | undefined): number {
  if (!tries || tries.count < free) return 0
  return tries.last_at + Math.min(firstPauseMs * 2 ** (tries.count - free), longestPauseMs)
}

/** Returns the count after one more wrong try at `now`, in Unix milliseconds. */
export function oneMore(tries: WrongTries | undefined, now: number): WrongTries {
  return { count: (tries?.count ?? 0) + 1, last_at: now }
}
