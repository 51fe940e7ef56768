import { z } from 'zod'

import type { ProjectCall, Row } from '../access/call.ts'
import { jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { pageSize, staleToken } from '../http/paging.ts'
import { requireUuid } from '../http/uuid.ts'
import { moment } from '../text-fields.ts'
import { positionOf, readBefore, tokenOf } from './position.ts'
import type { Wanted } from './position.ts'
import type { ProjectSources, SourcesOf } from './sources.ts'
import { awaitAfter, tailEvents } from './tail.ts'

/** What reading events takes: the outboxes of a project, which are absent in part while it does not run. */
export interface EventDeps {
  readonly sourcesOf: SourcesOf
  /** Says when the service stops: who waits for events waits no longer. */
  readonly stopping: AbortSignal
}

/** Reading what has happened in a project: operations of our own. */
export function eventOperations(deps: EventDeps): readonly Row[] {
  const project = '/projects/{project}'
  // prettier-ignore
  return [
    { operation: 'listProjectEvents',  method: 'GET', path: `${project}/events`,                          place: 'project', handle: (call) => list(deps, call) },
    { operation: 'listIdentityEvents', method: 'GET', path: `${project}/identities/{identity_id}/events`, place: 'project', handle: (call) => history(deps, call) },
    { operation: 'getSignInActivity',  method: 'GET', path: `${project}/sign-ins`,                        place: 'project', handle: (call) => activity(deps, call) },
  ]
}

const longestWaitSeconds = 30

/**
 * Oldest first from a position on, and `wait_seconds` waits for the next one; or newest first. A caller of event streams
 * gets the live tail.
 */
async function list({ sourcesOf, stopping }: EventDeps, call: ProjectCall): Promise<Response> {
  const { url, request, project } = call
  const query = url.searchParams
  const sources = () => sourcesOf(project.id)
  const streams = request.headers.get('accept')?.includes('text/event-stream') === true
  const wanted = wantedIn(query)
  const order = query.get('order') ?? 'oldest'
  if (order === 'newest' && !streams) return newest(sources(), query, wanted)
  if (order !== 'oldest' && order !== 'newest') {
    throw new RefusalError({ code: 400, reason: '"order" has to be oldest or newest.' })
  }
  const token = query.get('page_token') ?? request.headers.get('last-event-id') ?? (streams ? 'latest' : '')
  const start = positionOf(token, sources())
  const signal = AbortSignal.any([stopping, request.signal])
  if (streams) {
    return new Response(tailEvents({ sources, start, wanted, signal, stillAllowed: call.stillAllowed }), {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        // Proxies must not collect it.
        'x-accel-buffering': 'no',
      },
    })
  }
  if (wanted.type !== undefined || wanted.identityId !== undefined) {
    const reason = '"type" and "identity_id" go with order=newest, and with the live tail.'
    throw new RefusalError({ code: 400, reason })
  }
  const size = pageSize(query)
  const found = await awaitAfter(sources, start, size, { waitMs: waitSeconds(query) * 1000, signal })
  return jsonAnswer(200, {
    events: found.map(({ event }) => event),
    has_next_page: found.length === size,
    next_page_token: tokenOf(found.at(-1)?.position ?? start),
  })
}

/** Newest first, with every type that there can be. */
function newest(sources: ProjectSources, query: URLSearchParams, wanted: Wanted): Response {
  const token = query.get('page_token') ?? ''
  const size = Math.min(pageSize(query), 500)
  const found = readBefore(sources, token === '' ? undefined : positionOf(token, sources), size + 1, wanted)
  const shown = found.slice(0, size)
  const last = found.length > size ? shown.at(-1) : undefined
  return jsonAnswer(200, {
    events: shown.map(({ event }) => event),
    has_next_page: last !== undefined,
    next_page_token: last === undefined ? '' : tokenOf(last.position),
    types: [...(sources.identity?.types ?? []), ...sources.project.types],
  })
}

function wantedIn(query: URLSearchParams): Wanted {
  const type = query.get('type') || undefined
  const identity = query.get('identity_id') || undefined
  if (type !== undefined && !/^[A-Za-z]{1,80}$/.test(type)) {
    throw new RefusalError({ code: 400, reason: '"type" has to be a name of docs/events.md, such as LoginSucceeded.' })
  }
  return { type, identityId: identity === undefined ? undefined : requireUuid(identity, 'identity') }
}

function waitSeconds(query: URLSearchParams): number {
  const text = query.get('wait_seconds') ?? ''
  if (/^\d{0,2}$/.test(text) && Number(text) <= longestWaitSeconds) return Number(text)
  throw new RefusalError({ code: 400, reason: `"wait_seconds" has to be a whole number up to ${longestWaitSeconds}.` })
}

/** Newest first. */
function history({ sourcesOf }: EventDeps, { url, params, project }: ProjectCall): Response {
  const query = url.searchParams
  const identityId = requireUuid(params['identity_id'], 'identity')
  const token = query.get('page_token') ?? ''
  if (!/^\d{0,15}$/.test(token)) throw staleToken()
  const types = query.getAll('type')
  const size = Math.min(pageSize(query), 500)
  const page = sourcesOf(project.id).identity?.eventsOfIdentity(identityId, {
    size,
    types,
    ...(token !== '' && { before: Number(token) }),
  })
  const next = page?.next
  return jsonAnswer(200, {
    events: page?.events ?? [],
    has_next_page: next !== undefined,
    next_page_token: next === undefined ? '' : String(next),
  })
}

const buckets = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
const range = z.object({ from: moment, to: moment, bucket: z.enum(['minute', 'hour', 'day']) })
const mostBuckets = 1_000

/** Successes, failures, methods and latency of sign-ins over time. */
function activity({ sourcesOf }: EventDeps, { url, project }: ProjectCall): Response {
  const parsed = range.safeParse(Object.fromEntries(url.searchParams))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    const reason = `"${field}" is wrong or missing: "from" and "to" are times such as 2026-11-22T09:00:00Z, "bucket" is minute, hour or day.`
    throw new RefusalError({ code: 400, reason })
  }
  const { from, to, bucket } = parsed.data
  const count = Math.ceil((to - from) / buckets[bucket])
  if (count < 1 || count > mostBuckets) {
    const reason = `The range has ${count} stretches; 1 to ${mostBuckets} can be asked for at once.`
    throw new RefusalError({ code: 400, reason })
  }
  const found = sourcesOf(project.id).identity?.signInActivity({ from, to }, buckets[bucket]) ?? []
  return jsonAnswer(200, {
    buckets: found.map(({ start, succeeded, failed, methods, durationMs }) => ({
      start: timestamp(start),
      succeeded,
      failed,
      methods,
      duration_ms: durationMs ?? null,
    })),
  })
}
