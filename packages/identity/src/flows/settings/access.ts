import { withoutTrailing } from '@gatehouse/contract/http'
import type { Refusal } from '../../http/answer.ts'
import type { SignedIn } from '../../sessions/manager.ts'
import { secondFactorRequired } from '../../sessions/refusals.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'

/** Returns the refusal of a session that is not enough for the settings. `returnTo`: the address after a step-up. */
export function settingsAccessRefusal(
  { config, sessions }: Pick<FlowContext, 'config' | 'sessions'>,
  { session, identity }: SignedIn,
  returnTo: string | undefined,
): Refusal | undefined {
  return sessions.meetsInPerson(config.selfservice.flows.settings.requiredAal, session, identity)
    ? undefined
    : secondFactorRequired(withoutTrailing(config.publicBaseUrl, '/'), returnTo)
}

/** Returns the address to which a refusal for a missing second factor redirects. */
export function stepUpLocation(refusal: Refusal): string {
  return String(refusal.siblings?.['redirect_browser_to'])
}

/** Refuses another person's settings flow. */
export function ownerRefusal(flow: StoredFlow, { identity }: SignedIn): Refusal | undefined {
  if (flow.identityId === identity.id) return undefined
  return {
    code: 403,
    id: 'security_identity_mismatch',
    reason: 'These settings belong to another account than the one that is signed in. Please start again.',
    message: 'the flow belongs to another account',
  }
}

/** The refusal of settings without a session. JSON clients get an error, browsers are redirected to the sign-in. */
export const settingsSessionMissing: Refusal = {
  code: 401,
  id: 'session_inactive',
  reason: 'The settings need a session. Sign in first.',
  message: 'there is no session',
}
