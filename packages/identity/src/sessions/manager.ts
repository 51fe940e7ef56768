import { randomUUID } from 'node:crypto'
import type { AuthenticationMethod } from '@gatehouse/contract/identities'
import { stringifySetCookie } from 'cookie'
import type { AalPolicy, IdentityConfig } from '../configuration/config.ts'
import type { RouteContext } from '../http/route.ts'
import type { Identity } from '../identities/identity.ts'
import { aalOf, givenAalOf, highestAal, satisfies, type SecondFactor } from './aal.ts'
import type { SessionStore } from './session-store.ts'
import type { Session, SessionDevice } from './session.ts'
import { sessionTokenOf, hashToken, isLogoutToken, logoutToken, newSessionToken } from './token.ts'

/** The person of a request. `token` is the session token that proved it. */
export interface SignedIn {
  readonly kind: 'signed_in'
  readonly session: Session
  readonly identity: Identity
  readonly token: string
}

/** `missing`: the request has no credential. `invalid`: it has one that is not valid, or no longer. */
export type Authentication = SignedIn | { readonly kind: 'missing' } | { readonly kind: 'invalid' }

/** A proof, with its time. */
export interface GivenProof {
  readonly method: AuthenticationMethod
  readonly device: SessionDevice
  /** Unix milliseconds. */
  readonly now: number
}

/** The idle time after which sessions end. */
export interface SessionIdle {
  /** In milliseconds; absent: sessions do not end by idling. */
  readonly ms?: number | undefined
  /** Another time, with the accounts that it applies to; called only if it makes a difference. */
  readonly ofSome?: { readonly ms: number; readonly isFor: (identityId: string) => Promise<boolean> } | undefined
}

/** Everything that happens to sessions. */
export interface SessionManager {
  /** Stores a new session. The token is returned only here. */
  issue(identity: Identity, proof: GivenProof): Promise<{ readonly session: Session; readonly token: string }>
  /**
   * Returns the same session after another proof: level and time of authentication change, the end does not. The device
   * of the proof is part of this answer and not stored: a session belongs to the device it began on.
   */
  upgrade(session: Session, proof: GivenProof): Promise<Session>
  /**
   * Gives the session another token, returned only here; the previous one becomes invalid. A thief of that one must not
   * get the level that the owner has just reached.
   */
  renewToken(session: Session): Promise<string>
  /**
   * Undoes `upgrade` and `renewToken` for a client that got no answer; a session that ended stays ended. Belongs in a
   * durable transaction.
   */
  revertUpgrade(before: SignedIn): Promise<void>
  /** Returns the same session with a factor that was set up in it: only the level changes. */
  addMethod(session: Session, method: AuthenticationMethod): Promise<Session>
  authenticate(context: Pick<RouteContext, 'request' | 'cookies' | 'now'>): Promise<Authentication>
  /** As `authenticate`, for a token from another source. */
  byToken(token: string, now: number): Promise<Authentication>
  /** False: the policy requires a second factor that the identity has and the session lacks. */
  meets(policy: AalPolicy, session: Session, identity: Identity): boolean
  /** As `meets`, for changes of an account: a second factor was given; a remembered browser is not enough. */
  meetsInPerson(policy: AalPolicy, session: Session, identity: Identity): boolean
  highestAal(identity: Identity): 'aal1' | 'aal2'
  /**
   * Lengthens a session by a whole lifespan, if the time for that has come, and stores it. Belongs in the durable
   * transaction that reads the session.
   */
  extend(session: Session, identity: Identity, now: number): Promise<Session>
  revoke(sessionId: string): Promise<boolean>
  /** Ends the session of a token. False: no session has ever had it. Ending a session again succeeds. */
  revokeByToken(token: string): Promise<boolean>
  /** Revokes all sessions except one; returns the count. */
  revokeOthers(identityId: string, except?: string): Promise<number>
  logoutToken(session: Session): string
  isLogoutToken(session: Session, token: string): boolean
  /** `Set-Cookie` lines. */
  writeCookie(session: Session, token: string, now: number): string
  clearCookie(): string
}

/** The wire's id of a device without a row. */
const unkeptDeviceId = '00000000-0000-0000-0000-000000000000'

/** The precision of a session's last use: ten minutes, and a twelfth of the idle time. */
const notedEveryMs = 10 * 60_000
const noted = 12

/** Returns the time after its last recorded use at which a session's use is recorded again, in milliseconds. */
function notedAfterMs(idleMs: number): number {
  return idleMs === Infinity ? Infinity : Math.min(notedEveryMs, idleMs / noted)
}

/** The dependencies of the session manager. */
interface SessionManagerDeps {
  readonly config: Pick<IdentityConfig, 'session' | 'secrets'>
  readonly sessions: SessionStore
  /** Those of the configuration. */
  readonly secondFactors: readonly SecondFactor[]
  /** Returns the lifespan of an identity's sessions if it differs from the configured one, in milliseconds. */
  readonly lifespanOf?: (identity: Identity) => Promise<number | undefined>
  /** The idle time after which a session ends. Absent: sessions do not end by idling. */
  readonly idle?: SessionIdle | undefined
}

/** Creates the session manager over the stored sessions. Throws if there is no secret to sign with. */
export function createSessionManager(deps: SessionManagerDeps): SessionManager {
  const { sessions, secondFactors: factors } = deps
  const lifespanMs = async (identity: Identity) => (await deps.lifespanOf?.(identity)) ?? deps.config.session.lifespanMs
  const { session: settings, secrets } = deps.config
  const [signingSecret] = secrets.default
  if (!signingSecret) throw new Error('secrets.default is empty')
  const isInUse = createUseCheck(sessions, deps.idle)

  async function byToken(token: string, now: number): Promise<Authentication> {
    const found = await sessions.findWithIdentity(hashToken(token))
    const usable = found?.session.active === true && found.session.expiresAt > now && found.identity.state === 'active'
    return found && usable && (await isInUse(found.session, now))
      ? { kind: 'signed_in', ...found, token }
      : { kind: 'invalid' }
  }

  return {
    issue: async (identity, { method, device, now }) => {
      const token = newSessionToken()
      const session: Session = {
        id: randomUUID(),
        identityId: identity.id,
        active: true,
        aal: aalOf([method]),
        methods: [method],
        issuedAt: now,
        authenticatedAt: now,
        lastUsedAt: now,
        expiresAt: now + (await lifespanMs(identity)),
        devices: [device],
      }
      await sessions.insert(session, hashToken(token))
      return { session, token }
    },
    upgrade: async (session, { method, device, now }) => {
      const methods = [...session.methods, method]
      const upgraded = await sessions.change(session, { methods, aal: aalOf(methods), authenticatedAt: now })
      return { ...upgraded, devices: [...session.devices, { ...device, id: unkeptDeviceId }] }
    },
    renewToken: async (session) => {
      const token = newSessionToken()
      await sessions.replaceToken(session.id, hashToken(token))
      return token
    },
    revertUpgrade: async ({ session: { id, aal, methods, authenticatedAt }, token }) => {
      const session = await sessions.find(id)
      if (!session) return
      await sessions.change(session, { aal, methods, authenticatedAt })
      await sessions.replaceToken(id, hashToken(token))
    },
    addMethod: (session, method) => {
      const methods = [...session.methods, method]
      return sessions.change(session, { methods, aal: aalOf(methods) })
    },
    authenticate: async ({ request, cookies, now }) => {
      const token = sessionTokenOf({ request, cookies }, settings.cookie.name)
      return token === undefined ? { kind: 'missing' } : byToken(token, now)
    },
    byToken,
    meets: (policy, session, identity) => satisfies(policy, session.aal, highestAal(identity, factors)),
    meetsInPerson: (policy, session, identity) =>
      satisfies(policy, givenAalOf(session.methods), highestAal(identity, factors)),
    highestAal: (identity) => highestAal(identity, factors),
    extend: async (session, identity, now) => {
      if (session.expiresAt - settings.earliestPossibleExtendMs > now) return session
      return sessions.change(session, { expiresAt: now + (await lifespanMs(identity)) })
    },
    revoke: async (sessionId) => (await sessions.revoke(sessionId)).length > 0,
    revokeByToken: async (token) => {
      const session = await sessions.findByTokenHash(hashToken(token))
      if (session) await sessions.revoke(session.id)
      return session !== undefined
    },
    revokeOthers: async (identityId, except) => (await sessions.revokeByIdentity(identityId, except)).length,
    logoutToken: (session) => logoutToken(signingSecret, session.id),
    isLogoutToken: (session, token) => isLogoutToken(secrets.default, session.id, token),
    writeCookie: (session, token, now) => writeSessionCookie(settings.cookie, token, session.expiresAt, now),
    clearCookie: () => clearSessionCookie(settings.cookie),
  }
}

/** Returns a check that a session was used lately enough, which also records its use. */
function createUseCheck(sessions: Pick<SessionStore, 'touch'>, idle: SessionIdle = {}) {
  /** Uses recorded since a session was read: the cached session still has the older time. */
  const usedAt = new WeakMap<Session, number>()

  const leastIdleMs = Math.min(idle.ms ?? Infinity, idle.ofSome?.ms ?? Infinity)

  async function idleMsOf(identityId: string): Promise<number | undefined> {
    const { ms, ofSome } = idle
    return ofSome !== undefined && (await ofSome.isFor(identityId)) ? ofSome.ms : ms
  }

  async function note(session: Session, now: number): Promise<void> {
    usedAt.set(session, now)
    try {
      await sessions.touch(session.id, now)
    } catch {
      // Sessions stay readable if nothing can be written; the next use tries again.
      usedAt.delete(session)
    }
  }

  return async (session: Session, now: number): Promise<boolean> => {
    const last = Math.max(usedAt.get(session) ?? 0, session.lastUsedAt, session.authenticatedAt)
    // Most checks end here: the session is valid under every idle time, and nothing needs recording.
    if (last + notedAfterMs(leastIdleMs) > now) return true
    const idleMs = await idleMsOf(session.identityId)
    if (idleMs === undefined) return true
    if (last + idleMs <= now) return false
    if (last + notedAfterMs(idleMs) <= now) await note(session, now)
    return true
  }
}

/** Returns the `Set-Cookie` line that signs a browser in. `expiresAt` is the session's, in Unix milliseconds. */
function writeSessionCookie(
  cookie: IdentityConfig['session']['cookie'],
  token: string,
  expiresAt: number,
  now: number,
): string {
  return stringifySetCookie({
    ...attributes(cookie),
    value: token,
    ...(cookie.persistent && {
      expires: new Date(expiresAt),
      maxAge: Math.max(0, Math.floor((expiresAt - now) / 1000)),
    }),
  })
}

/** Returns the `Set-Cookie` line that signs a browser out. */
function clearSessionCookie(cookie: IdentityConfig['session']['cookie']): string {
  return stringifySetCookie({ ...attributes(cookie), value: '', maxAge: 0, expires: new Date(0) })
}

function attributes(cookie: IdentityConfig['session']['cookie']) {
  return {
    name: cookie.name,
    path: cookie.path,
    httpOnly: true,
    secure: cookie.secure,
    sameSite: ({ Lax: 'lax', Strict: 'strict', None: 'none' } as const)[cookie.sameSite],
    ...(cookie.domain !== undefined && { domain: cookie.domain }),
  }
}
