import type { Identity } from '../identities/identity.ts'
import type { Session, SessionDevice } from './session.ts'

/** A selection of sessions: these, those of these identities, or all. */
export type SessionScope =
  | { readonly by: 'session' | 'identity'; readonly ids: readonly string[] }
  | { readonly by: 'all' }

/** A session that was just ended or removed. */
export interface EndedSession {
  readonly id: string
  readonly identityId: string
  /** False: it had been ended before. */
  readonly wasActive: boolean
  readonly expiresAt: number
}

/** The actor who ended a session and may restore it, and the time (Unix milliseconds). */
export interface Ending {
  /** As `endedBy` writes an actor. */
  readonly by: string
  readonly at: number
}

/** The values of a session that a proof or an extension changes. */
type SessionChange = Partial<Pick<Session, 'aal' | 'methods' | 'authenticatedAt' | 'expiresAt'>>

/** Sessions in a database. `tokenHash` is the lower-case hex SHA-256 of the session token. */
export interface SessionStore {
  insert(session: Session, tokenHash: string): Promise<void>
  /**
   * Changes a session and returns it. Throws a `ConcurrentChangeError` if it was changed or ended since it was read: a
   * session that ended must not become valid again.
   */
  change(read: Session, change: SessionChange): Promise<Session>
  /** Gives the session another token; the previous token becomes invalid. */
  replaceToken(sessionId: string, tokenHash: string): Promise<void>
  /** Records a use. A cached session may show an older time. */
  touch(sessionId: string, now: number): Promise<void>
  /** Ends sessions that were not used since, `limit` of them at most. */
  endUnused(since: number, limit: number): Promise<readonly EndedSession[]>
  addDevice(sessionId: string, device: SessionDevice): Promise<void>
  find(id: string): Promise<Session | undefined>
  /** Finds a session, active or not: the caller decides what an inactive or expired session means. */
  findByTokenHash(tokenHash: string): Promise<Session | undefined>
  /** Finds both in one look-up: the most frequent query. */
  findWithIdentity(tokenHash: string): Promise<{ readonly session: Session; readonly identity: Identity } | undefined>
  listByIdentity(
    identityId: string,
    query: {
      readonly active?: boolean
      readonly except?: string
      readonly size: number
      readonly offset: number
      readonly now: number
    },
  ): Promise<{ readonly sessions: readonly Session[]; readonly total: number }>
  list(query: {
    readonly active?: boolean
    readonly size: number
    readonly after?: string
    readonly now: number
  }): Promise<{
    readonly sessions: readonly Session[]
    readonly next: string | undefined
  }>
  /** Returns the session if it was active. With an ending it can be restored, until another actor ends it too. */
  revoke(id: string, ending?: Ending): Promise<readonly EndedSession[]>
  /** Returns the ending of a session. Nothing: it is active, or cannot be restored. */
  endingOf(id: string): Promise<Ending | undefined>
  /** Makes a session active again, once for each ending. */
  restore(session: Session): Promise<void>
  revokeByIdentity(identityId: string, except?: string): Promise<readonly EndedSession[]>
  deleteByIdentity(identityId: string): Promise<readonly EndedSession[]>
  /** Ends (`disable`) or removes sessions, no more than `limit`. */
  end(action: 'disable' | 'delete', scope: SessionScope, limit: number): Promise<readonly EndedSession[]>
  /** Removes sessions that ended before this moment; returns their count. */
  purgeExpired(before: number): Promise<number>
}
