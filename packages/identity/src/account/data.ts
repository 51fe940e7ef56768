import type { EventReader } from '@gatehouse/contract/events'
import type { AccountData } from '@gatehouse/contract/account'

import type { Identity } from '../identities/identity.ts'
import { presentIdentity, presentIdentityForAdmin, timestamp } from '../identities/present.ts'
import { presentSession } from '../sessions/present.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { activityOf } from './activity.ts'

/** Where the data of an account are, besides the identity itself. */
export interface DataDeps {
  readonly publicBaseUrl: string
  readonly sessions: Pick<SessionStore, 'listByIdentity'>
  readonly events: Pick<EventReader, 'eventsOfIdentity'>
}

/** More than anybody has; a guard against an answer without end. */
const mostSessions = 500
const mostEntries = 500

/** Everything that is kept of an account and may be shown to its owner: no hash, no secret, nothing of the operator's. */
export async function accountData(
  { publicBaseUrl, sessions, events }: DataDeps,
  identity: Identity,
  now: number,
): Promise<AccountData> {
  const { credentials = {} } = presentIdentityForAdmin(identity, publicBaseUrl, {
    credentials: true,
    declassify: new Set(),
  })
  const found = await sessions.listByIdentity(identity.id, { now, size: mostSessions, offset: 0 })
  return {
    exported_at: timestamp(now),
    identity: presentIdentity(identity, publicBaseUrl),
    credentials: Object.values(credentials),
    sessions: found.sessions.map((session) => {
      const { identity: _owner, ...shown } = presentSession(session, { publicBaseUrl, now, identity })
      return shown
    }),
    activity: (await activityOf(events, identity.id, { size: mostEntries })).entries,
  }
}
