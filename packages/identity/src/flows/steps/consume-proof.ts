import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import { refused, type Outcome } from '../model/outcome.ts'

/**
 * Consumes the single-use proof of an attempt, if it has one. Returns a refusal if another attempt consumed it first.
 * Belongs in the transaction that stores the result.
 */
export async function consumeProof(
  { flows }: Pick<FlowContext, 'flows'>,
  { flow, singleUseProof }: Pick<Attempt, 'flow' | 'singleUseProof'>,
): Promise<Outcome | undefined> {
  if (!singleUseProof || (await flows.insertContinuityOnce({ ...singleUseProof, identityId: undefined, payload: {} })))
    return undefined
  return refused(flow, idTokenUsedRefusal)
}

/** The refusal of a token that has opened a session before. */
export const idTokenUsedRefusal = {
  code: 403,
  reason: 'This id token was used before. Ask the provider for a new one.',
} as const
