import { rememberDeviceField } from '@gatehouse/contract/account'

import type { HookConfig } from '../../configuration/config.ts'
import type { Identity } from '../../identities/identity.ts'
import { rememberedMethod } from '../../sessions/aal.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Attempt } from '../model/attempt.ts'
import type { HookEvent } from '../ports/web-hooks.ts'
import { fieldsOf } from './guards.ts'
import { revise } from './revise.ts'
import { addFactor, signIn, type CompletedMethod, type IssuedSession } from './sign-in.ts'

/** The proof by which a session is opened. */
export interface Opening extends CompletedMethod {
  /** The session of the same account that has the proof already; absent: a new one is opened. */
  readonly kept?: IssuedSession | undefined
  /** The method is a second factor as well, for accounts that have one. */
  readonly isMultiFactor?: boolean | undefined
}

/** Opens a session, with the effect of remembered devices. Belongs in the transaction that ends the flow. */
export async function openSession(
  context: Pick<FlowContext, 'rememberedDevices' | 'sessions'>,
  attempt: Attempt,
  identity: Identity,
  { kept, isMultiFactor, ...completed }: Opening,
): Promise<IssuedSession> {
  const { flow, request } = attempt
  const proven = kept ?? (await signIn(context, request, flow.type, identity, completed))
  const issued =
    isMultiFactor === true ? await withSecondFactorFromSameMethod(context, request, proven, completed.method) : proven
  return withDevice(context, attempt, issued, completed.aal)
}

/**
 * Ends a flow that has passed, and stores the calls of its hooks. Belongs in the same transaction. `follow` returns the
 * state after the flow's present one.
 */
export async function recordPassed(
  context: FlowContext,
  hooks: readonly HookConfig[],
  event: HookEvent,
  follow: (from: string) => string,
): Promise<void> {
  await context.webHooks.enqueue(hooks, event)
  await revise(context, event.flow, async (fresh) => ({
    state: follow(fresh.state),
    active: event.method,
    messages: [],
  }))
}

/**
 * Returns the new session after a method that counts as two factors at once (a device that checks its holder): it meets
 * the second factor as well if the account has one. Belongs in the transaction of the sign-in.
 */
async function withSecondFactorFromSameMethod(
  context: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
  issued: IssuedSession,
  method: string,
): Promise<IssuedSession> {
  const { session, identity, token } = issued
  if (session.aal === 'aal2' || context.sessions.highestAal(identity) !== 'aal2') return issued
  const signedIn = { kind: 'signed_in', session, identity, token } as const
  const raised = await addFactor(context, request, signedIn, { method, aal: 'aal2' })
  return raised.kind === 'signed_in' ? { ...issued, session: raised.session } : issued
}

/**
 * Returns the new or upgraded session with the effect of a remembered device: after a first factor, such a device
 * replaces the second one; after a second factor, the browser is remembered if the person asked for that.
 * Belongs in the transaction of the sign-in.
 */
async function withDevice(
  context: Pick<FlowContext, 'rememberedDevices' | 'sessions'>,
  { flow, request, submission }: Attempt,
  issued: IssuedSession,
  given: 'aal1' | 'aal2',
): Promise<IssuedSession> {
  const { rememberedDevices, sessions } = context
  // Native apps keep their session instead.
  if (rememberedDevices.keptMs === undefined || flow.type !== 'browser') return issued
  const { identity, session, token, cookies } = issued
  if (given === 'aal2') {
    const asked = isTrue(fieldsOf(submission)[rememberDeviceField])
    if (!asked) return issued
    return { ...issued, cookies: [...cookies, await rememberedDevices.remember(identity.id, request.route)] }
  }
  // A refresh gives the level that the proof has; only a new sign-in reads the remembered device.
  if (flow.details.refresh) return issued
  const isOwed = session.aal !== 'aal2' && sessions.highestAal(identity) === 'aal2'
  if (!isOwed || !(await rememberedDevices.recognize(identity.id, request.route))) return issued
  const raised = await addFactor(
    context,
    request,
    { kind: 'signed_in', session, identity, token },
    { method: rememberedMethod, aal: 'aal2' },
  )
  return raised.kind === 'signed_in' ? { ...issued, session: raised.session } : issued
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 'on'
}
