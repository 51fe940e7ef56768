import { presentIdentity } from '../../identities/present.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../model/outcome.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Adds the account, which settings flows always contain. */
export async function withIdentity(
  context: Pick<FlowContext, 'config' | 'sessions'>,
  request: RequestContext,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'flow' || outcome.extra?.['identity'] !== undefined) return outcome
  const identity = (await currentSignIn(context, request))?.identity
  if (!identity) return outcome
  return { ...outcome, extra: { identity: presentIdentity(identity, context.config.publicBaseUrl), ...outcome.extra } }
}
