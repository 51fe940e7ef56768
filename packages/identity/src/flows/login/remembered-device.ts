import { rememberDeviceField } from '@gatehouse/contract/account'

import { rememberedMethod } from '../../sessions/aal.ts'
import type { FlowContext } from '../flow-context.ts'
import { fieldsOf } from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import { addFactor } from '../steps/sign-in.ts'
import type { Entered } from '../steps/sign-in.ts'

/**
 * A session that was just opened or raised, as far as a remembered device comes into it: after a first factor such a
 * device stands for the second one; after a second factor the browser is remembered, if the person asked for that.
 * Belongs in the transaction of the sign-in.
 */
export async function withDevice(
  context: Pick<FlowContext, 'rememberedDevices' | 'sessions'>,
  { flow, request, submission }: Attempt,
  entered: Entered,
  given: 'aal1' | 'aal2',
): Promise<Entered> {
  const { rememberedDevices, sessions } = context
  // Native apps keep their session instead.
  if (rememberedDevices.keptMs === undefined || flow.type !== 'browser') return entered
  const { identity, session, token, cookies } = entered
  if (given === 'aal2') {
    const asked = isTrue(fieldsOf(submission)[rememberDeviceField])
    if (!asked) return entered
    return { ...entered, cookies: [...cookies, await rememberedDevices.remember(identity.id, request.route)] }
  }
  // Who confirms that it is them gets the level they have; a sign-in begins a session.
  if (flow.details.refresh) return entered
  const isOwed = session.aal !== 'aal2' && sessions.highestAal(identity) === 'aal2'
  if (!isOwed || !(await rememberedDevices.recognize(identity.id, request.route))) return entered
  const raised = await addFactor(
    context,
    request,
    { kind: 'signed_in', session, identity, token },
    { method: rememberedMethod, aal: 'aal2' },
  )
  return raised.kind === 'signed_in' ? { ...entered, session: raised.session } : entered
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 'on'
}
