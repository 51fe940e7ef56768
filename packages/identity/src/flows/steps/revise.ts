import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'

/**
 * Changes a flow on the basis of its stored state, not of the state that the request read at its start: another
 * submission may have counted a try in between.
 */
export async function revise(
  { flows, transactions, clock }: Pick<FlowContext, 'clock' | 'flows' | 'transactions'>,
  flow: StoredFlow,
  change: (fresh: StoredFlow) => Promise<Partial<StoredFlow>>,
): Promise<StoredFlow> {
  return transactions.write(async () => {
    const fresh = (await flows.find(flow.id)) ?? flow
    const next = { ...fresh, ...(await change(fresh)), updatedAt: clock() }
    await flows.update(next)
    return next
  })
}
