import type { Database } from '@gatehouse/platform/database'
import type { deliveryContract } from '@gatehouse/contract/control-plane'
import { randomUUID } from 'node:crypto'

import type { CallOf, HandlersOf, ProjectCall } from '../../access/call.ts'
import { idOf } from '../../model/principal.ts'
import { testEvent } from '../../events/project-events.ts'
import type { SourcesOf } from '../../events/sources.ts'
import { jsonAnswer, RefusalError, timestamp } from '../../http/answer.ts'
import { pageSize, staleToken } from '../../http/paging.ts'
import type { ProjectHost } from '../../model/project-host.ts'
import { faultKindOf } from './sender.ts'
import { present, requireStream, type StreamCall, targetOf } from '../operations.ts'
import type { EventStream, EventStreamStore, StreamStatus } from '../store.ts'
import type { TryOut } from './assemble.ts'
import type { SecretBook, StreamSecrets } from './signature.ts'
import type { Delivery, DeliveryStore, SourceName } from './store.ts'

/** The dependencies of managing streams. `stopping` ends a pending attempt of `tryOut` when the service stops. */
export interface DeliveryOperationDeps {
  readonly database: Database
  readonly streams: EventStreamStore
  readonly deliveries: DeliveryStore
  readonly secrets: SecretBook
  readonly sourcesOf: SourcesOf
  /** Tells whether a project belongs to another service. */
  readonly host: Pick<ProjectHost, 'adminOf'>
  readonly tryOut: TryOut
  readonly stopping: AbortSignal
  /** Called when streams were changed or have pending deliveries. */
  readonly streamsChanged: () => void
}

const hourMs = 3_600_000

/** The operations on an event stream's status and deliveries; Ory has none of them. */
export function deliveryOperations(deps: DeliveryOperationDeps): HandlersOf<typeof deliveryContract> {
  return {
    getEventStream: (call) => read(deps, call),
    pauseEventStream: (call) => setStatus(deps, call, 'paused'),
    resumeEventStream: (call) => setStatus(deps, call, 'active'),
    replayEventStream: (call) => replay(deps, call),
    testEventStream: (call) => tryOut(deps, call),
    listEventStreamDeliveries: (call) => list(deps, call),
    redriveEventStream: (call) => redrive(deps, call),
    getEventStreamSecret: (call) => secret(deps, call),
    rotateEventStreamSecret: (call) => rotate(deps, call),
  }
}

/** Answers with the stream as Ory's operations show it, and with its status. */
async function read(deps: DeliveryOperationDeps, call: StreamCall): Promise<Response> {
  const stream = await requireStream(deps.streams, call)
  const { deliveries } = deps
  const trouble = await deliveries.trouble(stream.id)
  const sources = deps.sourcesOf(call.project.id)
  const behind = await Promise.all(
    sourceNames.map(async (name) => {
      const cursor =
        (await deliveries.cursor(stream.id, name)) ?? (await sources[name]?.sequenceBefore(stream.createdAt)) ?? 0
      const latest = (await sources[name]?.latest()) ?? cursor
      const waiting = (await sources[name]?.count({ after: cursor, upTo: latest })) ?? 0
      return [name, { taken_over: cursor, latest, waiting }] as const
    }),
  )
  return jsonAnswer(200, {
    ...present(stream),
    deliveries: await deliveries.counts(stream.id),
    progress: Object.fromEntries(behind),
    last_fault: trouble?.fault ?? null,
    last_fault_kind: faultKindOf(trouble?.fault),
    next_attempt_at: trouble === undefined ? null : timestamp(trouble.dueAt),
  })
}

async function setStatus(deps: DeliveryOperationDeps, call: StreamCall, status: StreamStatus): Promise<Response> {
  const { database, streams } = deps
  const stream = await database.durable(async () => {
    const next: EventStream = { ...(await requireStream(streams, call)), status, updatedAt: call.now }
    await streams.update(next)
    await record(call, next)
    return next
  })
  deps.streamsChanged()
  return jsonAnswer(200, present(stream))
}

const sourceNames = ['identity', 'project'] as const satisfies readonly SourceName[]

/**
 * Sends events from a moment, or from an event, on again. Nothing else changes: ids stay the same. `dry_run` only
 * counts the events.
 */
async function replay(deps: DeliveryOperationDeps, call: CallOf<'replayEventStream'>): Promise<Response> {
  const body = await call.body()
  const { database, deliveries, sourcesOf } = deps
  const stream = await requireStream(deps.streams, call)
  const sources = sourcesOf(call.project.id)
  // A project with a remote service has only the project's events.
  if (!sources.identity && deps.host.adminOf(call.project.id)?.kind !== 'remote') {
    throw new RefusalError({ code: 409, reason: 'The project is not running, so its events cannot be read.' })
  }
  const startOf = async (name: SourceName) => {
    if ('since' in body) return sources[name]?.sequenceBefore(body.since)
    return body.source === name ? body.sequence - 1 : undefined
  }
  // A replay only goes back: a start after the cursor would skip events.
  const ranges = await Promise.all(
    sourceNames.map(async (name) => {
      const after = await startOf(name)
      const upTo =
        (await deliveries.cursor(stream.id, name)) ?? (await sources[name]?.sequenceBefore(stream.createdAt)) ?? 0
      return after === undefined || after >= upTo ? [] : [{ name, after, upTo }]
    }),
  )
  const moves = ranges.flat()
  if (body.dry_run === true) {
    const counts = await Promise.all(moves.map(async ({ name, ...range }) => (await sources[name]?.count(range)) ?? 0))
    return jsonAnswer(200, { events: counts.reduce((sum, count) => sum + count, 0) })
  }
  await database.durable(async () => {
    for (const { name, after } of moves) await deliveries.rewind(stream.id, name, after)
    await record(call, stream)
  })
  deps.streamsChanged()
  return read(deps, call)
}

/** Sends one test event, and answers with the outcome. Paused streams can be tested as well. */
async function tryOut(deps: DeliveryOperationDeps, call: CallOf<'testEventStream'>): Promise<Response> {
  await call.body()
  const { principal, project, now } = call
  const stream = await deps.database.durable(async () => {
    const found = await requireStream(deps.streams, call)
    await record(call, found)
    return found
  })
  const actor = { type: 'operator', id: idOf(principal) } as const
  const event = testEvent({ id: randomUUID(), projectId: project.id, streamId: stream.id, actor, now })
  const attempt = await deps.tryOut(stream, event, AbortSignal.any([call.request.signal, deps.stopping]))
  return jsonAnswer(200, {
    event_id: event.id,
    delivered: attempt.kind === 'delivered',
    response_status: attempt.status ?? null,
    ...faultsIn(attempt.kind === 'delivered' ? null : attempt.fault),
  })
}

/** Lists deliveries, newest first; `state` is pending, delivered or dead. */
async function list(
  { streams, deliveries }: DeliveryOperationDeps,
  call: CallOf<'listEventStreamDeliveries'>,
): Promise<Response> {
  const stream = await requireStream(streams, call)
  const { state, page_token: token = '' } = call.query
  if (!/^\d{0,15}$/.test(token)) throw staleToken()
  const size = pageSize(call.query)
  const found = await deliveries.list({
    streamId: stream.id,
    state,
    before: token === '' ? Number.MAX_SAFE_INTEGER : Number(token),
    limit: size + 1,
  })
  const shown = found.slice(0, size)
  const hasMore = found.length > size
  return jsonAnswer(200, {
    deliveries: shown.map(presentDelivery),
    has_next_page: hasMore,
    next_page_token: hasMore ? String(shown.at(-1)?.id) : '',
  })
}

/** Redrives failed deliveries: one, or all. */
async function redrive(deps: DeliveryOperationDeps, call: CallOf<'redriveEventStream'>): Promise<Response> {
  const { delivery_id: id } = await call.body()
  const count = await deps.database.durable(async () => {
    const stream = await requireStream(deps.streams, call)
    const redriven = await deps.deliveries.redrive(stream.id, id, call.now)
    if (id !== undefined && redriven === 0) {
      throw new RefusalError({ code: 404, reason: 'The stream has no failed delivery of this id.' })
    }
    await record(call, stream)
    return redriven
  })
  deps.streamsChanged()
  return jsonAnswer(200, { redriven: count })
}

async function secret({ streams, secrets }: DeliveryOperationDeps, call: StreamCall): Promise<Response> {
  const stream = await requireSigned(streams, call)
  await record(call, stream)
  return jsonAnswer(200, presentSecrets(await secrets.secretsOf(stream.id, call.now)))
}

/** Signs with a new secret from now on; the previous one stays valid for the overlap. */
async function rotate(deps: DeliveryOperationDeps, call: CallOf<'rotateEventStreamSecret'>): Promise<Response> {
  const { overlap_hours: hours } = await call.body()
  const rotated = await deps.database.durable(async () => {
    const stream = await requireSigned(deps.streams, call)
    await record(call, stream)
    return deps.secrets.rotate(stream.id, Math.round(hours * hourMs), call.now)
  })
  return jsonAnswer(200, presentSecrets(rotated))
}

async function requireSigned(streams: EventStreamStore, call: StreamCall): Promise<EventStream> {
  const stream = await requireStream(streams, call)
  if (stream.destination.type === 'https') return stream
  throw new RefusalError({ code: 400, reason: 'Streams to SNS are not signed; only those to https have a secret.' })
}

async function record(call: ProjectCall, stream: EventStream): Promise<void> {
  await call.record(targetOf(stream))
}

function presentSecrets({ current, previousUntil }: StreamSecrets) {
  return { secret: current, previous_secret_valid_until: previousUntil === undefined ? null : timestamp(previousUntil) }
}

function faultsIn(fault: string | null) {
  return { fault, fault_kind: faultKindOf(fault) }
}

function presentDelivery(delivery: Delivery) {
  const { id, eventId, eventType, source, sequence, state, attempts, dueAt, responseStatus, fault, body } = delivery
  return {
    id,
    event_id: eventId,
    event_type: eventType,
    source,
    sequence,
    state,
    attempts,
    next_attempt_at: state === 'pending' ? timestamp(dueAt) : null,
    response_status: responseStatus ?? null,
    ...faultsIn(fault ?? null),
    event: body === '' ? null : (JSON.parse(body) as unknown),
    created_at: timestamp(delivery.createdAt),
    updated_at: timestamp(delivery.updatedAt),
  }
}
