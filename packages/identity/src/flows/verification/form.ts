import type { FlowType, Message } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import { newFlow } from '../model/new-flow.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { FlowDetails, StoredFlow } from '../model/flow.ts'

/** The input for a new verification flow. */
export interface VerificationRequest {
  readonly type: FlowType
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly now: number
  readonly messages?: readonly Message[]
  readonly details?: FlowDetails
}

/** Draws and stores a new verification flow with a field for the address. */
export async function openVerification(
  context: Pick<FlowContext, 'config' | 'flows' | 'strategies'>,
  request: VerificationRequest,
): Promise<StoredFlow> {
  const strategy = context.strategies.find(({ verification }) => verification !== undefined)
  const flow = newFlow(context, {
    ...request,
    kind: 'verification',
    state: 'choose_method',
    active: context.config.selfservice.flows.verification.use,
    nodes: strategy?.verification?.nodes({ type: request.type }) ?? [],
  })
  await context.flows.insert(flow)
  return flow
}
