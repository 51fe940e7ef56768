import type { EventEnvelope } from '@gatehouse/contract/events'

import { RefusalError } from '../http/answer.ts'
import type { ProjectSources } from './sources.ts'

/** A reader's position in each outbox of a project. */
export interface Position {
  readonly identity: number
  readonly project: number
}

/** The position as a token; it is also the id of a server-sent event. */
export function tokenOf({ identity, project }: Position): string {
  return `${identity}.${project}`
}

/** Parses a token: empty is the beginning, `latest` the end. Refuses an invalid one with 400. */
export async function positionOf(token: string, sources: ProjectSources): Promise<Position> {
  if (token === '') return { identity: 0, project: 0 }
  if (token === 'latest')
    return { identity: (await sources.identity?.latest()) ?? 0, project: await sources.project.latest() }
  const [, identity, project] = /^(\d{1,16})\.(\d{1,16})$/.exec(token) ?? []
  if (identity === undefined || project === undefined) {
    const reason = 'The page token is not one of ours; take it from the page before, or send "latest".'
    throw new RefusalError({ code: 400, id: 'page_token_unknown', reason })
  }
  return { identity: Number(identity), project: Number(project) }
}

/** An event, and the position behind it. */
export interface Placed {
  readonly event: EventEnvelope
  readonly position: Position
}

/** Returns the events after a position, oldest first; each outbox keeps its own order. */
export async function readAfter(sources: ProjectSources, start: Position, limit: number): Promise<readonly Placed[]> {
  const rest = {
    identity: [...((await sources.identity?.tail({ after: start.identity, limit })) ?? [])],
    project: [...(await sources.project.tail({ after: start.project, limit }))],
  }
  const placed: Placed[] = []
  let position = start
  while (placed.length < limit) {
    const [person] = rest.identity
    const [own] = rest.project
    const event = person && own ? (person.time <= own.time ? person : own) : (person ?? own)
    if (!event) break
    rest[event.source].shift()
    position = { ...position, [event.source]: event.sequence }
    placed.push({ event, position })
  }
  return placed
}

/** A filter of events; absent: all. */
export interface Wanted {
  readonly type?: string | undefined
  readonly identityId?: string | undefined
}

/** Returns whether an event matches the filter. */
export function isWanted(event: EventEnvelope, { type, identityId }: Wanted): boolean {
  return (type === undefined || event.type === type) && (identityId === undefined || event.identity_id === identityId)
}

/** The position before all events. */
const end: Position = { identity: Number.MAX_SAFE_INTEGER, project: Number.MAX_SAFE_INTEGER }

/**
 * Returns the events before a position (without one: all), newest first; each event's position is where the events
 * before it begin.
 */
export async function readBefore(
  sources: ProjectSources,
  start: Position | undefined,
  limit: number,
  wanted: Wanted,
): Promise<readonly Placed[]> {
  const from = start ?? end
  const rest = {
    identity: [...((await sources.identity?.newest({ before: from.identity, limit, ...wanted })) ?? [])],
    project: [...(await sources.project.newest({ before: from.project, limit, ...wanted }))],
  }
  const placed: Placed[] = []
  let position = from
  while (placed.length < limit) {
    const [person] = rest.identity
    const [own] = rest.project
    const event = person && own ? (person.time >= own.time ? person : own) : (person ?? own)
    if (!event) break
    rest[event.source].shift()
    position = { ...position, [event.source]: event.sequence }
    placed.push({ event, position })
  }
  return placed
}
