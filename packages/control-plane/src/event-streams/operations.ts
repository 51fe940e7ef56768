import {
  type eventStreamContract,
  passwordPlaceholder,
  type EventStreamDestination,
} from '@gatehouse/contract/control-plane'
import type { Database } from '@gatehouse/platform/database'
import { addressOf, mayConnect } from '@gatehouse/platform/outbound'
import { randomUUID } from 'node:crypto'
import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import type { DeliveryReach } from './delivery/sender.ts'
import type { Destination, EventStream, EventStreamStore } from './store.ts'

/** The dependencies of these operations. `streamsChanged` informs the sender of events about every change. */
export interface EventStreamDeps {
  readonly database: Database
  readonly streams: EventStreamStore
  /** Called when streams were created, changed or removed. */
  readonly streamsChanged: () => void
  /** `loopback`: receivers on this machine are allowed, also over plain http. */
  readonly reach: DeliveryReach
}

const mostStreams = 20

/** The operations on event streams of a project: those of Ory. */
export function eventStreamOperations(deps: EventStreamDeps): HandlersOf<typeof eventStreamContract> {
  return {
    listEventStreams: async ({ project }) =>
      jsonAnswer(200, { event_streams: (await deps.streams.list(project.id)).map(present), most: mostStreams }),
    createEventStream: (call) => create(deps, call),
    setEventStream: (call) => set(deps, call),
    deleteEventStream: (call) => remove(deps, call),
  }
}

async function create(
  { database, streams, streamsChanged, reach }: EventStreamDeps,
  call: CallOf<'createEventStream'>,
): Promise<Response> {
  const { type, status, name, ...where } = await call.body()
  const { project, now } = call
  const stream: EventStream = {
    id: randomUUID(),
    projectId: project.id,
    name: name ?? '',
    status: status ?? 'active',
    destination: destinationOf(type, where, undefined),
    createdAt: now,
    updatedAt: now,
  }
  requireReachable(stream.destination, reach)
  await database.durable(async () => {
    const others = await streams.list(project.id)
    if (others.length >= mostStreams) {
      const reason = `A project has at most ${mostStreams} event streams; delete one first.`
      throw new RefusalError({ code: 403, id: 'quota_exceeded', reason })
    }
    requireNewDestination(others, stream)
    await streams.insert(stream)
    await call.record(targetOf(stream))
  })
  streamsChanged()
  return jsonAnswer(201, present(stream))
}

async function set(
  { database, streams, streamsChanged, reach }: EventStreamDeps,
  call: CallOf<'setEventStream'>,
): Promise<Response> {
  const { type, status, name, ...where } = await call.body()
  const stream = await database.durable(async () => {
    const old = await requireStream(streams, call)
    const destination = destinationOf(type ?? old.destination.type, where, old.destination)
    const next: EventStream = {
      ...old,
      name: name ?? old.name,
      status: status ?? old.status,
      destination,
      updatedAt: call.now,
    }
    requireReachable(destination, reach)
    requireNewDestination(await streams.list(call.project.id), next)
    await streams.update(next)
    await call.record(targetOf(next))
    return next
  })
  streamsChanged()
  return jsonAnswer(200, present(stream))
}

async function remove(
  { database, streams, streamsChanged }: EventStreamDeps,
  call: CallOf<'deleteEventStream'>,
): Promise<Response> {
  await database.durable(async () => {
    const stream = await requireStream(streams, call)
    await streams.remove(call.project.id, stream.id)
    await call.record(targetOf(stream))
  })
  streamsChanged()
  return emptyAnswer()
}

/** A call about one event stream. */
export type StreamCall = ProjectCall & { readonly params: { readonly event_stream_id: string } }

/** The stream that a call is about. Refuses with 404. */
export async function requireStream(streams: EventStreamStore, { project, params }: StreamCall): Promise<EventStream> {
  const stream = await streams.find(project.id, params.event_stream_id)
  if (stream === undefined) throw new RefusalError({ code: 404, reason: 'The project has no event stream of this id.' })
  return stream
}

/** Names are resolved at delivery; an address is checked at once. */
function requireReachable(destination: Destination, reach: DeliveryReach): void {
  if (destination.type !== 'https') return
  const url = new URL(destination.httpsEndpoint)
  const address = addressOf(url)
  if (url.protocol !== 'https:' && reach !== 'loopback') {
    throw new RefusalError({
      code: 400,
      reason: 'The field "https_endpoint" is wrong: it does not begin with https://.',
    })
  }
  if (address === undefined || mayConnect(address, reach)) return
  const reason = 'The field "https_endpoint" is wrong: its address is not on the public internet.'
  throw new RefusalError({ code: 400, reason })
}

/** Refuses a second stream to the same target, which would get every event twice. */
function requireNewDestination(others: readonly EventStream[], { id, destination }: EventStream): void {
  const name = nameOf(destination)
  if (!others.some((other) => other.id !== id && nameOf(other.destination) === name)) return
  throw new RefusalError({ code: 409, reason: `Another event stream of the project leads to ${name}.` })
}

/** Returns a destination as lists and the audit log show it. */
function nameOf(destination: Destination): string {
  return destination.type === 'https' ? redacted(destination.httpsEndpoint) : destination.topicArn
}

/** Returns a stream as the audit log names it: by its name, if it has one, and its destination. */
export function targetOf({ id, name, destination }: EventStream) {
  const target = nameOf(destination)
  return { kind: 'event stream', id, name: name === '' ? target : `${name} (${target})` }
}

/** Returns the name of a stream without one: the host or the topic of its destination. */
function usualName(destination: Destination): string {
  if (destination.type === 'https') return new URL(destination.httpsEndpoint).host
  return destination.topicArn.split(':').at(-1) ?? destination.topicArn
}

/** Returns the `EventStream` of the wire. */
export function present({ id, name, status, destination, createdAt, updatedAt }: EventStream) {
  return {
    id,
    name: name === '' ? usualName(destination) : name,
    type: destination.type,
    status,
    ...(destination.type === 'https'
      ? { https_endpoint: redacted(destination.httpsEndpoint) }
      : { topic_arn: destination.topicArn, role_arn: destination.roleArn }),
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
  }
}

/** Combines the sent destination with the stored one. Refuses with 400 fields that do not fit its type. */
function destinationOf(kind: 'sns' | 'https', sent: EventStreamDestination, old: Destination | undefined): Destination {
  if (kind === 'https') {
    const kept = old?.type === 'https' ? old.httpsEndpoint : undefined
    if (sent.topic_arn || sent.role_arn) throw unfit('topic_arn and role_arn are for streams of type sns')
    return { type: 'https', httpsEndpoint: sent.https_endpoint ?? kept ?? missing('https_endpoint', 'https') }
  }
  const kept = old?.type === 'sns' ? old : undefined
  if (sent.https_endpoint) throw unfit('https_endpoint is for streams of type https')
  return {
    type: 'sns',
    topicArn: sent.topic_arn ?? kept?.topicArn ?? missing('topic_arn', 'sns'),
    roleArn: sent.role_arn ?? kept?.roleArn ?? missing('role_arn', 'sns'),
  }
}

/** Returns an endpoint as answers and the audit log show it. */
function redacted(httpsEndpoint: string): string {
  const url = new URL(httpsEndpoint)
  if (url.password !== '') url.password = passwordPlaceholder
  return url.href
}

function unfit(what: string): RefusalError {
  return new RefusalError({ code: 400, reason: `The destination does not fit the type: ${what}.` })
}

function missing(field: string, kind: string): never {
  throw new RefusalError({ code: 400, reason: `The field "${field}" is missing: a stream of type ${kind} needs it.` })
}
