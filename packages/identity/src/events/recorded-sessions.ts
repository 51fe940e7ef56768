import type { Clock } from '@gatehouse/platform/work'
import type { Transactions } from '@gatehouse/platform/database'

import { timestamp } from '../identities/present.ts'
import type { Session } from '../sessions/session.ts'
import type { EndedSession, SessionStore } from '../sessions/session-store.ts'
import type { EventRecorder } from './recorder.ts'

/** Wraps the store of sessions: it records events in the transaction of each change. */
export function recordedSessions(
  sessions: SessionStore,
  deps: { readonly transactions: Transactions; readonly recorder: EventRecorder; readonly clock: Clock },
): SessionStore {
  const { transactions, recorder, clock } = deps
  const revoked = async (ended: readonly EndedSession[]): Promise<void> => {
    const now = clock()
    for (const { id, identityId, wasActive, expiresAt } of ended) {
      // A session that had expired before is not reported as ended.
      if (wasActive && expiresAt > now) {
        await recorder.record('SessionRevoked', { identityId, sessionId: id, by: 'self' }, {})
      }
    }
  }
  const recording = (end: () => Promise<readonly EndedSession[]>): Promise<readonly EndedSession[]> =>
    transactions.durable(async () => {
      const ended = await end()
      await revoked(ended)
      return ended
    })

  return {
    ...sessions,
    insert: (session, tokenHash) =>
      transactions.durable(async () => {
        await sessions.insert(session, tokenHash)
        await recorder.record('SessionIssued', aboutOwn(session), {
          aal: levelOf(session),
          methods: methodsOf(session),
          expires_at: timestamp(session.expiresAt),
        })
      }),
    update: (session) =>
      transactions.durable(async () => {
        const before = await sessions.find(session.id)
        await sessions.update(session)
        if (before && before.methods.length !== session.methods.length) {
          await recorder.record('SessionChanged', aboutOwn(session), {
            aal: levelOf(session),
            methods: methodsOf(session),
          })
        }
        if (before && before.expiresAt < session.expiresAt) {
          await recorder.record('SessionLifespanExtended', about(session), { expires_at: timestamp(session.expiresAt) })
        }
      }),
    revoke: (id, ending) => recording(() => sessions.revoke(id, ending)),
    restore: (session) =>
      transactions.durable(async () => {
        await sessions.restore(session)
        await recorder.record('SessionRestored', about(session), {})
      }),
    revokeByIdentity: (identityId, except) => recording(() => sessions.revokeByIdentity(identityId, except)),
    deleteByIdentity: (identityId) => recording(() => sessions.deleteByIdentity(identityId)),
    endUnused: (since, limit) => recording(() => sessions.endUnused(since, limit)),
    end: (action, scope, limit) => recording(() => sessions.end(action, scope, limit)),
  }
}

function about({ id, identityId }: Session) {
  return { sessionId: id, identityId }
}

function aboutOwn(session: Session) {
  return { ...about(session), by: 'self' } as const
}

function levelOf({ aal }: Session): 'aal1' | 'aal2' {
  return aal === 'aal2' ? 'aal2' : 'aal1'
}

function methodsOf({ methods }: Session): string[] {
  return methods.map(({ method }) => method)
}
