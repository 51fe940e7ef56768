import { LRUCache } from 'lru-cache'

import type { Transactions } from '../sql/transactions.ts'
import type { AllowanceStore } from './allowance-store.ts'

/** Parts of allowances that are remembered at most; those that were unused for longest are forgotten first. */
const most = 50_000

/** Used allowances in memory, for what costs little: a restart makes all of them whole. */
export function createMemoryAllowances(): AllowanceStore & Pick<Transactions, 'write'> {
  const used = new LRUCache<string, number>({ max: most })
  return {
    refilledAt: (ids) => ids.map((id) => used.get(id)),
    put: (id, refilledAt) => void used.set(id, refilledAt),
    remove: (id) => void used.delete(id),
    purge: (now) => {
      const full = [...used].flatMap(([id, refilledAt]) => (refilledAt <= now ? [id] : []))
      for (const id of full) used.delete(id)
      return full.length
    },
    write: (work) => work(),
  }
}
