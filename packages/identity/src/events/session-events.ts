import { timestamp } from '../identities/present.ts'
import type { Session } from '../sessions/session.ts'
import type { EndedSession } from '../sessions/session-store.ts'
import type { EventOf } from './recorder.ts'

/** Returns the event of a new session. */
export function sessionIssued(session: Session): EventOf<'SessionIssued'> {
  return ['SessionIssued', aboutOwn(session), { ...proofsOf(session), expires_at: timestamp(session.expiresAt) }]
}

/** Returns the events of a session that was raised, confirmed or extended. */
export function sessionUpdated(
  before: Session,
  after: Session,
): readonly EventOf<'SessionChanged' | 'SessionLifespanExtended'>[] {
  const events: EventOf<'SessionChanged' | 'SessionLifespanExtended'>[] = []
  if (before.methods.length !== after.methods.length) {
    events.push(['SessionChanged', aboutOwn(after), proofsOf(after)])
  }
  if (before.expiresAt < after.expiresAt) {
    events.push(['SessionLifespanExtended', about(after), { expires_at: timestamp(after.expiresAt) }])
  }
  return events
}

/** Returns the events of ended sessions; one that had ended or expired before has none. `now` in Unix milliseconds. */
export function sessionsRevoked(ended: readonly EndedSession[], now: number): readonly EventOf<'SessionRevoked'>[] {
  return ended
    .filter(({ wasActive, expiresAt }) => wasActive && expiresAt > now)
    .map((session) => ['SessionRevoked', aboutOwn(session), {}])
}

/** Returns the event of a session that is active again. */
export function sessionRestored(session: Session): EventOf<'SessionRestored'> {
  return ['SessionRestored', about(session), {}]
}

function about({ id, identityId }: Pick<Session, 'id' | 'identityId'>) {
  return { sessionId: id, identityId }
}

function aboutOwn(session: Pick<Session, 'id' | 'identityId'>) {
  return { ...about(session), by: 'self' } as const
}

function proofsOf({ aal, methods }: Session) {
  return { aal: aal === 'aal2' ? 'aal2' : 'aal1', methods: methods.map(({ method }) => method) } as const
}
