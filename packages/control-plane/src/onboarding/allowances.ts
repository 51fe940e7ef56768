import type { Database } from '@gatehouse/platform/database'
import { createLimits, createStoredAllowances } from '@gatehouse/platform/limits'
import type { Secret } from '@gatehouse/platform/secrets'

import { RefusalError } from '../http/answer.ts'

/** How often one caller may do something that costs others something. */
export interface Allowances {
  /** Takes one from the caller's allowance. Refuses with 429 when there is none left. */
  take(caller: string, now: number): Promise<void>
  /** Forgets what is whole again. */
  purge(now: number): Promise<unknown>
}

/** A round of trying things out fits; a scan of a network does not. */
const policy = { probes: { count: 30, periodMs: 10 * 60_000 } }

/** Counts in the database; `secret` makes digests of who tried. */
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
