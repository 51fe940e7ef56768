import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import { isNativeCaller } from '../steps/guards.ts'
import { currentSignIn } from '../steps/sign-in.ts'

/**
 * True if the client that submits the proof has the account as well: its session, or the browser or app that signed up
 * or signed in to the account when this flow was begun for it. Others only have the mailbox. `identityId` is absent for
 * an account that does not exist yet.
 */
export async function isOwnProof(
  context: Pick<FlowContext, 'sessions'>,
  { flow, request }: Pick<Attempt, 'flow' | 'request'>,
  identityId: string | undefined,
): Promise<boolean> {
  if (identityId !== undefined && (await currentSignIn(context, request))?.identity.id === identityId) return true
  const { begunBy } = flow.details
  if (begunBy === undefined || flow.identityId !== identityId) return false
  // An app has no secret. Its message's link is opened in a browser, which has cookies by then.
  return begunBy === 'app' ? flow.type === 'api' && isNativeCaller(request) : request.secret?.hash === begunBy
}
