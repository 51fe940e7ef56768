import type { MoveNeeds } from '../needs.ts'
import type { StoredFlow } from '../model/flow.ts'

/**
 * Changes a flow from what is stored now, not from what the request read at its start: another submission may have
 * counted a try in between.
 */
export function revise(
  { flows, transactions, clock }: MoveNeeds,
  flow: StoredFlow,
  change: (fresh: StoredFlow) => Partial<StoredFlow>,
): StoredFlow {
  return transactions.write(() => {
    const fresh = flows.find(flow.id) ?? flow
    const next = { ...fresh, ...change(fresh), updatedAt: clock() }
    flows.update(next)
    return next
  })
}
