import { RefusalError } from '../http/answer.ts'

/** How often one caller may do something that costs others something. */
export interface Allowances {
  /** Takes one from the caller's allowance. Refuses with 429 when there is none left. */
  take(caller: string, now: number): void
}

/** A round of trying things out fits; a scan of a network does not. */
const most = 30
const windowMs = 10 * 60_000

/** Counts in memory: whoever waits for a restart gains one round. */
export function createAllowances(): Allowances {
  const taken = new Map<string, { count: number; readonly until: number }>()
  return {
    take: (caller, now) => {
      for (const [key, { until }] of taken) if (until <= now) taken.delete(key)
      const mine = taken.get(caller) ?? { count: 0, until: now + windowMs }
      if (mine.count >= most) {
        const seconds = Math.ceil((mine.until - now) / 1000)
        const reason = `Too many tries; wait ${seconds} seconds.`
        throw new RefusalError({ code: 429, reason, headers: { 'retry-after': String(seconds) } })
      }
      mine.count += 1
      taken.set(caller, mine)
    },
  }
}
