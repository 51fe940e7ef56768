import type { FlowType, Message } from '@gatehouse/contract/flows'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { StoredFlow } from '../model/flow.ts'
import { newFlow } from '../model/new-flow.ts'
import { advance, recoveryTransitions, type RecoveryEvent } from '../model/transitions.ts'

/** The input for a new recovery flow. */
export interface RecoveryRequest {
  readonly type: FlowType
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly now: number
  readonly messages?: readonly Message[]
}

/** Draws and stores a new recovery flow. */
export async function openRecovery(
  context: Pick<FlowContext, 'config' | 'flows' | 'strategies'>,
  request: RecoveryRequest,
): Promise<StoredFlow> {
  const strategy = context.strategies.find(({ recovery }) => recovery !== undefined)
  const flow = newFlow(context, {
    ...request,
    kind: 'recovery',
    state: strategy?.recovery?.initialState ?? 'choose_method',
    active: context.config.selfservice.flows.recovery.use,
    nodes: strategy?.recovery?.nodes({ type: request.type }) ?? [],
  })
  await context.flows.insert(flow)
  return flow
}

/** Returns the state after an event. Throws if the table has no such transition. */
export const followRecovery = (from: string, event: RecoveryEvent): string => advance(recoveryTransitions, from, event)
