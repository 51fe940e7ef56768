import { createLimits, createMemoryAllowances } from '@gatehouse/platform/limits'

import { RefusalError } from '../http/answer.ts'

/** How often one caller may do something that costs others something. */
export interface Allowances {
  /** Takes one from the caller's allowance. Refuses with 429 when there is none left. */
  take(caller: string, now: number): Promise<void>
}

/** A round of trying things out fits; a scan of a network does not. */
const policy = { probes: { count: 30, periodMs: 10 * 60_000 } }

/** Counts in memory: whoever waits for a restart gains one round. */
export function createAllowances(): Allowances {
  const store = createMemoryAllowances()
  const refills = { probes: 'each_after_a_period' } as const
  const limits = createLimits({ policy, refills, store, transactions: store, secrets: [] })
  return {
    take: async (caller, now) => {
      const taken = await limits.take([{ kind: 'probes', subject: caller }], now)
      if (taken.kind === 'granted') return
      const seconds = Math.ceil(((taken.until ?? now) - now) / 1000)
      const reason = `Too many tries; wait ${seconds} seconds.`
      throw new RefusalError({ code: 429, reason, headers: { 'retry-after': String(seconds) } })
    },
  }
}
