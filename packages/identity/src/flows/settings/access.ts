import { withoutTrailing } from '@gatehouse/contract/http'
import type { Refusal } from '../../http/answer.ts'
import type { SignedIn } from '../../sessions/manager.ts'
import { secondFactorRequired } from '../../sessions/refusals.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'

/** The session is enough for the settings, or what is missing. `returnTo`: where to come back to after a step-up. */
export function settingsAccessRefusal(
  { config, sessions }: Pick<FlowContext, 'config' | 'sessions'>,
  { session, identity }: SignedIn,
  returnTo: string | undefined,
): Refusal | undefined {
  return sessions.meetsInPerson(config.selfservice.flows.settings.requiredAal, session, identity)
    ? undefined
    : secondFactorRequired(withoutTrailing(config.publicBaseUrl, '/'), returnTo)
}

/** Where a refusal for a missing second factor leads. */
export function stepUpLocation(refusal: Refusal): string {
  return String(refusal.siblings?.['redirect_browser_to'])
}

/** A settings flow belongs to one person. */
export function ownerRefusal(flow: StoredFlow, { identity }: SignedIn): Refusal | undefined {
  if (flow.identityId === identity.id) return undefined
  return {
    code: 403,
    id: 'security_identity_mismatch',
    reason: 'These settings belong to another account than the one that is signed in. Please start again.',
    message: 'the flow belongs to another account',
  }
}

/** The answer to a start of the settings without a session. Scripts get an error, browsers go to sign in. */
export const settingsSessionMissing: Refusal = {
  code: 401,
  id: 'session_inactive',
  reason: 'The settings need a session. Sign in first.',
  message: 'there is no session',
}
