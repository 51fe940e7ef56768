import type { EventActor } from '@gatehouse/contract/events'

import type { Refusal } from '../http/answer.ts'
import type { Identity } from '../identities/identity.ts'
import type { Session } from '../sessions/session.ts'
import type { Ending } from '../sessions/session-store.ts'

/** How long after its end a session can be restored, in milliseconds. */
const restorableMs = 60_000

/** An actor as the row of a session that they ended keeps them. */
export function endedBy({ type, id }: EventActor): string {
  return `${type}:${id ?? ''}`
}

/** A session, the account it is of, and who wants it back. */
export interface RestoreQuestion {
  readonly session: Session
  readonly ending: Ending | undefined
  readonly identity: Identity | undefined
  readonly by: string
  readonly now: number
}

/**
 * Why a session is not restored; nothing: it is. A mistake is taken back by who made it: what the person, another operator
 * or a change of the account ended stays ended.
 */
export function whyItStaysEnded({ session, ending, identity, by, now }: RestoreQuestion): Refusal | undefined {
  const refused = (reason: string) => ({ code: 409, reason }) as const
  if (session.active) return refused('The session is active.')
  if (ending === undefined) return refused('The session was not ended by an operator alone.')
  if (ending.by !== by) return { code: 403, reason: 'Only who ended it can restore a session.' }
  if (ending.at + restorableMs < now) return refused('A session can be restored for 60 seconds after it was ended.')
  if (session.expiresAt <= now) return refused('The session has run out.')
  if (identity?.state !== 'active') return refused('The account is suspended.')
  if (identity.updatedAt > ending.at) return refused('The account has changed since the session was ended.')
  return undefined
}
