import type { ActivityEntry } from '@gatehouse/contract/account'
import { personName } from '@gatehouse/contract/identities'
import { readDevice, type ReadDevice, withoutPort } from '../../identity/read-device.server.ts'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** One thing that happened, as its owner recognizes it. */
export interface SeenEvent extends Pick<ActivityEntry, 'id' | 'type' | 'time' | 'actor' | 'data'> {
  readonly device: ReadDevice | undefined
  readonly address: string | undefined
  /** The session that it was done in, or that it began. */
  readonly session: string | undefined
}

/** A page of a person's history. */
export interface History {
  readonly events: readonly SeenEvent[]
  /** Whether this is not the newest page. */
  readonly isLater: boolean
  readonly next: number | undefined
}

/** Reads the activity page's data. `history` is absent if the service keeps none that could be shown. */
export async function readActivity(page: PageRequest, { searchParams }: URL) {
  const { identity } = await requireSession(page, '/activity')
  const person = personName(identity)
  const { activity } = await page.features()
  if (!activity) return { person, history: undefined }
  const asked = searchParams.get('before')
  const before = asked !== null && /^[1-9]\d{0,14}$/.test(asked) ? asked : undefined
  const query = { page_size: perPage, before }
  const answer = await ask(page, (client, credentials) => client.listMyActivity(query, credentials))
  const { entries, next } = okOrRedirect(page, answer, '/activity')
  const history: History = {
    events: entries.filter(isTelling).map(seen),
    isLater: before !== undefined,
    next: next ?? undefined,
  }
  return { person, history }
}

const perPage = 25

/**
 * Returns the newest events; undefined if the service keeps no history, or requires a second factor for it, which was
 * skipped on a trusted device.
 */
export async function recentEvents(page: PageRequest): Promise<readonly SeenEvent[] | undefined> {
  const { activity } = await page.features()
  if (!activity) return undefined
  const answer = await ask(page, (client, credentials) =>
    client.listMyActivity({ page_size: perPage, before: undefined }, credentials),
  )
  return answer.kind === 'ok' ? answer.body.entries.filter(isTelling).map(seen) : undefined
}

/** Hides changes that only record the proof of an address; the proof itself has a separate entry. */
function isTelling({ type, data }: ActivityEntry): boolean {
  const { changed } = data
  return type !== 'IdentityUpdated' || !Array.isArray(changed) || changed.some((part) => !bookkeeping.has(part))
}

const bookkeeping: ReadonlySet<unknown> = new Set(['verifiable_addresses', 'recovery_addresses'])

function seen({ id, type, time, actor, data, client, session_id: session }: ActivityEntry): SeenEvent {
  return {
    id,
    type,
    time,
    actor,
    data,
    device: client === null ? undefined : readDevice(client.user_agent),
    address: client === null || client.ip_address === '' ? undefined : withoutPort(client.ip_address),
    session: session ?? undefined,
  }
}
