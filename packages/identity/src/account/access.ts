import type { IdentityConfig } from '../configuration/config.ts'
import { RefusalError } from '../http/answer.ts'
import type { RouteContext } from '../http/route.ts'
import type { SessionManager, SignedIn } from '../sessions/manager.ts'
import { noSession, secondFactorRequired } from '../sessions/refusals.ts'

/** The dependencies of recognizing an account's owner. The configuration sets the factors that settings need. */
export interface AccessDeps {
  readonly config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice'>
  readonly manager: Pick<SessionManager, 'authenticate' | 'meetsInPerson'>
}

/** Returns the owner's session. Refuses as the settings do: without a session, and with too few factors. */
export async function requireOwner({ config, manager }: AccessDeps, context: RouteContext): Promise<SignedIn> {
  const found = await manager.authenticate(context)
  if (found.kind !== 'signed_in') throw new RefusalError(noSession)
  const { requiredAal } = config.selfservice.flows.settings
  if (!manager.meetsInPerson(requiredAal, found.session, found.identity)) {
    throw new RefusalError(secondFactorRequired(config.publicBaseUrl))
  }
  return found
}

/**
 * As `requireOwner`, for irreversible or revealing calls: the sign-in must be as recent as for a new password.
 */
export async function requireRecentOwner(deps: AccessDeps, context: RouteContext): Promise<SignedIn> {
  const signedIn = await requireOwner(deps, context)
  const { privilegedSessionMaxAgeMs } = deps.config.selfservice.flows.settings
  if (signedIn.session.authenticatedAt + privilegedSessionMaxAgeMs > context.now) return signedIn
  throw new RefusalError({
    code: 403,
    id: 'session_refresh_required',
    reason: 'This needs a recent sign-in. Confirm that it is you, and ask again.',
    message: 'the sign-in is too long ago for this',
    siblings: { redirect_browser_to: `${deps.config.publicBaseUrl}/self-service/login/browser?refresh=true` },
  })
}
