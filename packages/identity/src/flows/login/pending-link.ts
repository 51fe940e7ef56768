import { linkedAccountDiffers } from '../../messages/oidc.ts'
import { isObject } from '../http/submission.ts'
import type { FlowContext } from '../flow-context.ts'
import type { PendingLink } from '../model/flow.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import { reject } from '../steps/reject.ts'
import { addFactor, owesSecondFactor, throughProvider, type Entered } from '../steps/sign-in.ts'

/** Refuses a sign-in to another account than the one that the link waits for. */
export async function refuseOtherAccount(
  context: FlowContext,
  { flow }: Attempt,
  { identityId, method }: { readonly identityId: string; readonly method: string },
): Promise<Outcome | undefined> {
  const { linking } = flow.details
  if (!linking || linking.identityId === identityId) return undefined
  return reject(context, flow, {
    kind: 'rejected',
    form: [linkedAccountDiffers()],
    active: method,
  })
}

/**
 * Creates the link that a sign-in was started for. A person who owes a second factor has not proved to own the account
 * yet: the link waits with the session until that factor is given.
 */
export async function completeLink(context: FlowContext, attempt: Attempt, entered: Entered): Promise<Entered> {
  const { flow, request } = attempt
  const pending = flow.details.linking ?? (await takeDeferred(context, entered, request.now))
  if (!pending || pending.identityId !== entered.identity.id) return entered
  if (owesSecondFactor(context, entered)) {
    await defer(context, request.now, entered, pending)
    return entered
  }
  const fresh = await context.identities.find(entered.identity.id)
  const linking = context.strategies.find((strategy) => strategy.linking)?.linking
  const linked = fresh && (await linking?.linked(fresh, pending.link, request.now))
  const written = linked && (await context.identities.update(linked.identity))
  if (!linked || written?.kind !== 'written') return entered
  const { identity } = written
  await context.notices.send(identity, 'provider_linked')
  const isKnown = entered.session.methods.some(
    ({ method, provider }) => method === context.methodNames.linking && provider === linked.provider,
  )
  if (isKnown) return { ...entered, identity }
  const signedIn = { kind: 'signed_in', session: entered.session, identity, token: entered.token } as const
  const completed = {
    method: context.methodNames.linking,
    aal: 'aal1',
    ...throughProvider(context, linked.provider),
  } as const
  const added = await addFactor(context, request, signedIn, completed)
  return added.kind === 'signed_in' ? { ...entered, identity, session: added.session } : entered
}

/** Keeps the link for as long as the flow of the second factor can take. */
async function defer(
  { config, flows }: Pick<FlowContext, 'config' | 'flows'>,
  now: number,
  { session }: Entered,
  pending: PendingLink,
): Promise<void> {
  const { id, identityId } = session
  const expiresAt = now + config.selfservice.flows.login.lifespanMs
  await flows.insertContinuity({ id: deferredId(id), identityId, payload: { pending }, expiresAt })
}

async function takeDeferred(
  { flows }: Pick<FlowContext, 'flows'>,
  { session }: Entered,
  now: number,
): Promise<PendingLink | undefined> {
  const { pending } = (await flows.takeContinuity(deferredId(session.id), now))?.payload ?? {}
  if (!isObject(pending)) return undefined
  const { identityId, link } = pending
  return typeof identityId === 'string' && isObject(link) ? { identityId, link } : undefined
}

function deferredId(sessionId: string): string {
  return `link:${sessionId}`
}
