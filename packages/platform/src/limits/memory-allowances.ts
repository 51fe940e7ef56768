import { LRUCache } from 'lru-cache'

import type { Transactions } from '../sql/units.ts'
import type { AllowanceStore } from './allowance-store.ts'

/** The maximum number of stored parts of allowances; the least recently used ones are dropped first. */
const most = 50_000

/** Keeps used allowances in memory, for operations that cost little: a restart refills all of them. */
export function createMemoryAllowances(): AllowanceStore & Pick<Transactions, 'write'> {
  const used = new LRUCache<string, number>({ max: most })
  // One after the other: two concurrent counts would start from the same number.
  let last: Promise<unknown> = Promise.resolve()
  const ignore = () => undefined
  return {
    hold: async () => {},
    refilledAt: async (ids) => ids.map((id) => used.get(id)),
    put: async (id, refilledAt) => void used.set(id, refilledAt),
    remove: async (id) => void used.delete(id),
    purge: async (now) => {
      const full = [...used].flatMap(([id, refilledAt]) => (refilledAt <= now ? [id] : []))
      for (const id of full) used.delete(id)
      return full.length
    },
    write: (work) => {
      const own = last.then(work)
      last = own.then(ignore, ignore)
      return own
    },
  }
}
