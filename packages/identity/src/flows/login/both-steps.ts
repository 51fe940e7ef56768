import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import { addFactor, type Entered } from '../steps/sign-in.ts'

/**
 * A session that was just opened by what is two factors at once, a device and its check of who holds it: it stands for the
 * second step as well, where the account has one. Belongs in the transaction of the sign-in.
 */
export async function withBothSteps(
  context: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
  entered: Entered,
  method: string,
): Promise<Entered> {
  const { session, identity, token } = entered
  if (session.aal === 'aal2' || context.sessions.highestAal(identity) !== 'aal2') return entered
  const signedIn = { kind: 'signed_in', session, identity, token } as const
  const raised = await addFactor(context, request, signedIn, { method, aal: 'aal2' })
  return raised.kind === 'signed_in' ? { ...entered, session: raised.session } : entered
}
