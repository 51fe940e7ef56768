import type { Database } from '@gatehouse/platform/database'
import { createLimits, createStoredAllowances } from '@gatehouse/platform/limits'
import type { Secret } from '@gatehouse/platform/secrets'

import { RefusalError } from '../http/answer.ts'

/** The rate limits of operations that cost others something, per caller. */
export interface Allowances {
  /** Takes one from the caller's allowance. Refuses with 429 if none is left. */
  take(caller: string, now: number): Promise<void>
  /** Deletes allowances that are full again. */
  purge(now: number): Promise<unknown>
}

/** A round of trying things out fits; a scan of a network does not. */
const policy = { probes: { count: 30, periodMs: 10 * 60_000 } }

/** Counts in the database; `secret` keys the digests of callers. */
export function createAllowances(database: Database, secret: Secret): Allowances {
  const store = createStoredAllowances(database)
  const refills = { probes: 'each_after_a_period' } as const
  const limits = createLimits({ policy, refills, store, transactions: database, secrets: [secret] })
  return {
    purge: (now) => store.purge(now),
    take: async (caller, now) => {
      const taken = await limits.take([{ kind: 'probes', subject: caller }], now)
      if (taken.kind === 'granted') return
      const seconds = Math.ceil(((taken.until ?? now) - now) / 1000)
      const reason = `Too many tries; wait ${seconds} seconds.`
      throw new RefusalError({ code: 429, reason, headers: { 'retry-after': String(seconds) } })
    },
  }
}
