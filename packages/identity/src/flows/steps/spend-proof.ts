import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import { refused, type Outcome } from '../model/outcome.ts'

/**
 * Uses up what an attempt was proved with, where that counts once. An outcome: another attempt was faster, and this one
 * has no effect. Belongs in the transaction whose effect the proof allows, whatever flow that ends.
 */
export async function spendProof(
  { flows }: Pick<FlowContext, 'flows'>,
  { flow, spends }: Pick<Attempt, 'flow' | 'spends'>,
): Promise<Outcome | undefined> {
  if (!spends || (await flows.insertContinuityOnce({ ...spends, identityId: undefined, payload: {} }))) return undefined
  return refused(flow, usedBefore)
}

/** Why a token is refused that has opened a session. */
export const usedBefore = {
  code: 403,
  reason: 'This id token was used before. Ask the provider for a new one.',
} as const
