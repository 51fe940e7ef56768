import type { EventEnvelope, EventReader } from '@gatehouse/contract/events'
import type { ActivityEntry, ActivityPage } from '@gatehouse/contract/account'

import { activityTypes } from '../events/log.ts'

/** The keys of an event's data that its person may see. Ids of messages and digests mean nothing to them. */
const shownKeys: readonly string[] = [
  'method',
  'provider',
  'reason',
  'aal',
  'new_session',
  'via',
  'changed',
  'credentials_added',
  'credentials_changed',
  'credentials_removed',
  'state',
]

// The IdentityUpdated of the same flow lists the changes.
const shownTypes = activityTypes.filter((type) => type !== 'SettingsSucceeded')

/** Returns a page of the history of one account. */
export async function activityOf(
  events: Pick<EventReader, 'eventsOfIdentity'>,
  identityId: string,
  page: { readonly size: number; readonly before?: number },
): Promise<ActivityPage> {
  const { events: found, next } = await events.eventsOfIdentity(identityId, { ...page, types: shownTypes })
  return { entries: found.map(presentEntry), next: next ?? null }
}

function presentEntry({ id, type, time, actor, client, session_id, data }: EventEnvelope): ActivityEntry {
  const shown = Object.entries(data).filter(([key]) => shownKeys.includes(key))
  return { id, type, time, actor: actor.type, client, session_id, data: Object.fromEntries(shown) }
}
