import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import type { PendingKind } from '../ports/strategy.ts'
import { completeRegistration } from '../registration/complete.ts'
import { completeAddressChange } from '../settings/complete-address-change.ts'

type Complete = (
  context: FlowContext,
  attempt: Pick<Attempt, 'flow' | 'request'> & Partial<Pick<Attempt, 'submission'>>,
  group: string,
  address: string,
) => Promise<Outcome>

/** TABLE: the operation that the proof of an address completes. */
export const complete: Readonly<Record<PendingKind, Complete>> = {
  registration: completeRegistration,
  address_change: completeAddressChange,
}
