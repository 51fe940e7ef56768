import type { eventContract } from '@gatehouse/contract/control-plane'
import type { CallOf, HandlersOf } from '../access/call.ts'
import { jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { type PageQuery, pageSize, staleToken } from '../http/paging.ts'
import { positionOf, readBefore, tokenOf, type Wanted } from './position.ts'
import type { ProjectSources, SourcesOf } from './sources.ts'
import { awaitAfter, tailEvents } from './tail.ts'

/** The dependencies of reading events: the outboxes of a project, some of which are absent while it does not run. */
export interface EventDeps {
  readonly sourcesOf: SourcesOf
  /** Aborts when the service stops: requests that wait for events end. */
  readonly stopping: AbortSignal
}

/** The operations that read a project's events; Ory has none of them. */
export function eventOperations(deps: EventDeps): HandlersOf<typeof eventContract> {
  return {
    listProjectEvents: (call) => list(deps, call),
    listIdentityEvents: (call) => history(deps, call),
    getSignInActivity: (call) => activity(deps, call),
  }
}

/**
 * Lists events: oldest first from a position on, and `wait_seconds` waits for the next one; or newest first. A client
 * that accepts an event stream gets the live tail.
 */
async function list({ sourcesOf, stopping }: EventDeps, call: CallOf<'listProjectEvents'>): Promise<Response> {
  const { query, request, project } = call
  const sources = () => sourcesOf(project.id)
  const streams = request.headers.get('accept')?.includes('text/event-stream') === true
  const wanted: Wanted = { type: query.type, identityId: query.identity_id }
  if (query.order === 'newest' && !streams) return newest(sources(), query, wanted)
  const token = query.page_token ?? request.headers.get('last-event-id') ?? (streams ? 'latest' : '')
  const start = await positionOf(token, sources())
  const signal = AbortSignal.any([stopping, request.signal])
  if (streams) {
    return new Response(tailEvents({ sources, start, wanted, signal, stillAllowed: call.stillAllowed }), {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        // Prevents buffering by proxies.
        'x-accel-buffering': 'no',
      },
    })
  }
  if (wanted.type !== undefined || wanted.identityId !== undefined) {
    const reason = '"type" and "identity_id" go with order=newest, and with the live tail.'
    throw new RefusalError({ code: 400, reason })
  }
  const size = pageSize(query)
  const found = await awaitAfter(sources, start, size, { waitMs: (query.wait_seconds ?? 0) * 1000, signal })
  return jsonAnswer(200, {
    events: found.map(({ event }) => event),
    has_next_page: found.length === size,
    next_page_token: tokenOf(found.at(-1)?.position ?? start),
  })
}

/** Lists the newest events first, with all possible types. */
async function newest(sources: ProjectSources, query: PageQuery, wanted: Wanted): Promise<Response> {
  const { page_token: token = '' } = query
  const size = Math.min(pageSize(query), 500)
  const found = await readBefore(sources, token === '' ? undefined : await positionOf(token, sources), size + 1, wanted)
  const shown = found.slice(0, size)
  const last = found.length > size ? shown.at(-1) : undefined
  return jsonAnswer(200, {
    events: shown.map(({ event }) => event),
    has_next_page: last !== undefined,
    next_page_token: last === undefined ? '' : tokenOf(last.position),
    types: [...(sources.identity?.types ?? []), ...sources.project.types],
  })
}

/** Lists events, newest first. */
async function history(
  { sourcesOf }: EventDeps,
  { query, params, project }: CallOf<'listIdentityEvents'>,
): Promise<Response> {
  const { identity_id: identityId } = params
  const { page_token: token = '', type: types = [] } = query
  if (!/^\d{0,15}$/.test(token)) throw staleToken()
  const size = Math.min(pageSize(query), 500)
  const page = await sourcesOf(project.id).identity?.eventsOfIdentity(identityId, {
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
const mostBuckets = 1_000

/** Answers with successes, failures, methods and latency of sign-ins over time. */
async function activity({ sourcesOf }: EventDeps, { query, project }: CallOf<'getSignInActivity'>): Promise<Response> {
  const { from, to, bucket } = query
  const count = Math.ceil((to - from) / buckets[bucket])
  if (count < 1 || count > mostBuckets) {
    const reason = `The range has ${count} stretches; 1 to ${mostBuckets} can be asked for at once.`
    throw new RefusalError({ code: 400, reason })
  }
  const found = (await sourcesOf(project.id).identity?.signInActivity({ from, to }, buckets[bucket])) ?? []
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
