import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import { publicUrl, withParameters } from '../presentation/present.ts'
import { owesSecondFactor, type IssuedSession } from '../steps/sign-in.ts'
import type { Refusal } from '../../http/answer.ts'
import { refusalOf } from '../../oauth2/refusals.ts'

/** The redirect of a browser that came from an OAuth2 client, or a refusal. */
export type ClientRedirect =
  | { readonly kind: 'onward'; readonly location: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

type Session = Pick<IssuedSession, 'session' | 'identity'>

/** Reports the signed-in person to the OAuth2 server. A session that owes a second factor is redirected to give it. */
export async function acceptChallenge(
  context: FlowContext,
  challenge: string,
  issued: Session,
): Promise<ClientRedirect> {
  const { config, loginRequests, warn } = context
  if (owesSecondFactor(context, issued)) {
    return { kind: 'onward', location: signInStart(context, { aal: 'aal2', login_challenge: challenge }) }
  }
  if (!loginRequests) throw new Error('a flow has a challenge, but there is no OAuth2 server')
  const { session, identity } = issued
  const accepted = await loginRequests.accept(challenge, {
    subject: identity.id,
    sessionId: session.id,
    acr: session.aal,
    amr: session.methods.map(({ method }) => method),
    remember: config.session.cookie.persistent,
    rememberForSeconds: Math.floor(config.session.lifespanMs / 1_000),
  })
  return accepted.kind === 'ok'
    ? { kind: 'onward', location: accepted.value }
    : { kind: 'refused', refusal: refusalOf(accepted, warn) }
}

/**
 * Accepts the flow's OAuth2 login request, and returns the redirect to the client. Undefined if the flow has no request, if
 * a native app still has to give a second factor, or if the session goes through the token exchange.
 */
export async function acceptLoginRequest(
  context: FlowContext,
  { type, details }: Pick<StoredFlow, 'type' | 'details'>,
  issued: Session,
): Promise<ClientRedirect | undefined> {
  const { oauth2LoginChallenge: challenge, exchangeHash } = details
  if (challenge === undefined || exchangeHash !== undefined) return undefined
  if (type === 'api' && owesSecondFactor(context, issued)) return undefined
  return acceptChallenge(context, challenge, issued)
}

/** Returns the address that starts a new sign-in for the same client. */
export function signInStart(
  { config }: Pick<FlowContext, 'config'>,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  return withParameters(publicUrl(config.publicBaseUrl, '/self-service/login/browser'), parameters)
}
