import type { FlowType } from '@gatehouse/contract/flows'
import type { Session as WireSession } from '@gatehouse/contract/identities'
import type { Identity } from '../../identities/identity.ts'
import { timestamp } from '../../identities/present.ts'
import type { Authentication, GivenProof, SignedIn } from '../../sessions/manager.ts'
import { presentSession } from '../../sessions/present.ts'
import { deviceOf, type Session } from '../../sessions/session.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'

/** A sign-in method that has just been completed. */
export interface CompletedMethod {
  readonly method: string
  readonly aal: 'aal1' | 'aal2'
  readonly provider?: string
  /** The organization of the connection. */
  readonly organization?: string
}

/** A session in a flow's answer. */
export interface IssuedSession {
  readonly session: Session
  readonly identity: Identity
  readonly token: string
  /** `Set-Cookie` lines; none for native flows. */
  readonly cookies: readonly string[]
}

/** Returns the visitor's session and account, if they are signed in. */
export async function currentSignIn(
  { sessions }: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
): Promise<SignedIn | undefined> {
  const found = await sessions.authenticate(request.route)
  return found.kind === 'signed_in' ? found : undefined
}

/** Returns the provider of a completed method. */
export function providerDetails(
  { providers }: Pick<FlowContext, 'providers'>,
  id: string | undefined,
): Pick<CompletedMethod, 'provider' | 'organization'> {
  const organization = providers.find((provider) => provider.id === id)?.organizationId
  return { ...(id !== undefined && { provider: id }), ...(organization !== undefined && { organization }) }
}

/**
 * Opens a session with a new token. A browser has one session, in its cookie: the replaced one would continue unseen,
 * so it ends. Belongs in a durable transaction.
 */
export async function signIn(
  { sessions }: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
  type: FlowType,
  identity: Identity,
  completed: CompletedMethod,
): Promise<IssuedSession> {
  const before = type === 'browser' ? await currentSignIn({ sessions }, request) : undefined
  if (before) await sessions.revoke(before.session.id)
  const { session, token } = await sessions.issue(identity, proofOf(request, completed))
  const cookies = type === 'browser' ? [sessions.writeCookie(session, token, request.now)] : []
  return { session, identity, token, cookies }
}

/**
 * Returns the present session with one more proof. Belongs in the transaction that reads it: if it ended meanwhile, that
 * is undone and run once more.
 */
export async function stepUp(
  { sessions }: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
  type: FlowType,
  { session: before, identity, token }: SignedIn,
  completed: CompletedMethod,
): Promise<IssuedSession> {
  const session = await sessions.upgrade(before, proofOf(request, completed))
  const cookies = type === 'browser' ? [sessions.writeCookie(session, token, request.now)] : []
  return { session, identity, token, cookies }
}

/**
 * Returns the session with another token: a thief of the previous one must not get the level that the owner has just
 * proved. Belongs in the transaction that stores the proof.
 */
export async function withNewToken(
  { sessions }: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
  issued: IssuedSession,
): Promise<IssuedSession> {
  const token = await sessions.renewToken(issued.session)
  const before = sessions.writeCookie(issued.session, issued.token, request.now)
  const after = sessions.writeCookie(issued.session, token, request.now)
  return { ...issued, token, cookies: issued.cookies.map((line) => (line === before ? after : line)) }
}

/**
 * Returns the present session with the level of a factor that was just set up. That is no new sign-in: the time of the
 * last sign-in stays, and the next sensitive change is checked against it.
 */
export async function addFactor(
  { sessions }: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
  signedIn: SignedIn,
  completed: CompletedMethod,
): Promise<Authentication> {
  const fresh = await sessions.byToken(signedIn.token, request.now)
  if (fresh.kind !== 'signed_in') return fresh
  return { ...fresh, session: await sessions.addMethod(fresh.session, proofOf(request, completed).method) }
}

/** True if the session is not enough for `whoami` until a second factor is given. */
export function owesSecondFactor(
  { config, sessions }: Pick<FlowContext, 'config' | 'sessions'>,
  { session, identity }: Pick<IssuedSession, 'session' | 'identity'>,
): boolean {
  return !sessions.meets(config.session.whoami.requiredAal, session, identity)
}

/** Returns the session on the wire. */
export function presentIssuedSession(
  { config }: Pick<FlowContext, 'config'>,
  { session, identity }: IssuedSession,
  now: number,
  options: { readonly devices?: boolean } = {},
): WireSession {
  return presentSession(session, { publicBaseUrl: config.publicBaseUrl, now, identity, ...options })
}

function proofOf(
  { headers, now }: RequestContext,
  { method, aal, provider, organization }: CompletedMethod,
): GivenProof {
  return {
    method: {
      method,
      aal,
      completed_at: timestamp(now),
      ...(provider !== undefined && { provider }),
      ...(organization !== undefined && { organization }),
    },
    device: deviceOf(headers, now),
    now,
  }
}
