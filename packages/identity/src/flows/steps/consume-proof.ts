import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import { refused, type Outcome } from '../model/outcome.ts'

/**
 * Uses up the proof of an attempt if it counts once. Returns an outcome if another attempt was faster: this one has no
 * effect then. Belongs in the transaction whose effect the proof allows, in whichever flow.
 */
export async function spendProof(
  { flows }: Pick<FlowContext, 'flows'>,
  { flow, spends }: Pick<Attempt, 'flow' | 'spends'>,
): Promise<Outcome | undefined> {
  if (!spends || (await flows.insertContinuityOnce({ ...spends, identityId: undefined, payload: {} }))) return undefined
  return refused(flow, usedBefore)
}

/** The refusal of a token that has opened a session before. */
export const usedBefore = {
  code: 403,
  reason: 'This id token was used before. Ask the provider for a new one.',
} as const
