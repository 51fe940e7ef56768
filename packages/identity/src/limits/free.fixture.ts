import { createLimits } from '@gatehouse/platform/limits'

import { openTested } from '../sql/tested-database.fixture.ts'
import { createAllowanceStore } from '../sql/allowance-store.ts'
import { createMessageLimits, type MessageAllowance } from './messages.ts'
import { noLimits, refills } from './policy.ts'

/** Returns the right to send one message to a recipient, for tests of the delivery of messages. */
export async function freeAllowance(recipient: string): Promise<MessageAllowance> {
  const database = openTested()
  const store = createAllowanceStore(database)
  const limits = createLimits({ refills, policy: noLimits, store, transactions: database, secrets: [] })
  const taken = await createMessageLimits(limits).take([recipient], undefined, 0)
  database.close()
  if (taken.kind === 'refused') throw new Error('without limits nothing is refused')
  return taken.allowance
}
