import { createHash } from 'node:crypto'

import { movableClock } from '@gatehouse/testing/devices'
import type { EventEnvelope, EventReader } from '@gatehouse/contract/events'
import type { Database } from '@gatehouse/platform/database'

import { addProjects } from '../../sql/project-rows.fixture.ts'
import { openTested } from '../../sql/tested-database.fixture.ts'
import { createEventStreamStore, type Destination, type EventStream } from '../store.ts'
import { createEventDelivery } from './delivery.ts'
import { createHttpsSender, type HttpsSenderOptions } from './https-sender.ts'
import { createSecretBook } from './signature.ts'
import { createSnsSender } from './sns-sender.ts'
import { createDeliveryStore } from './store.ts'

export const projectId = '5b1f2f0e-7d3f-4c77-9a0d-0b0a8a1f6a01'
export const key = 'a key that is not in the database'

/** Returns an event of an identity; the same number results in the same event. */
export function eventOf(sequence: number, identity: string | null, time = 0): EventEnvelope {
  const hex = createHash('sha256').update(String(sequence)).digest('hex')
  return {
    id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    type: 'LoginSucceeded',
    source: 'identity',
    schema_version: 1,
    sequence,
    time: new Date(time).toISOString(),
    project_id: projectId,
    identity_id: identity,
    session_id: null,
    flow_id: null,
    actor: { type: 'person', id: identity },
    client: null,
    data: {},
  }
}

/** An outbox in memory. */
export function createOutbox(events: EventEnvelope[] = []) {
  const listeners = new Set<() => void>()
  const source: EventReader = {
    tail: async ({ after, limit }) => events.filter(({ sequence }) => sequence > after).slice(0, limit),
    sequenceBefore: async (time) => events.findLast((event) => Date.parse(event.time) < time)?.sequence ?? 0,
    latest: async () => events.at(-1)?.sequence ?? 0,
    newest: async ({ before, limit, type, identityId }) =>
      events
        .filter((event) => event.sequence < before && (type === undefined || event.type === type))
        .filter((event) => identityId === undefined || event.identity_id === identityId)
        .toReversed()
        .slice(0, limit),
    count: async ({ after, upTo }) => events.filter(({ sequence }) => sequence > after && sequence <= upTo).length,
    types: ['LoginSucceeded'],
    onStored: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    eventsOfIdentity: async (identityId, { size, before = Number.MAX_SAFE_INTEGER }) => {
      const own = events.filter((event) => event.identity_id === identityId && event.sequence < before).toReversed()
      return { events: own.slice(0, size), next: own.length > size ? own[size - 1]?.sequence : undefined }
    },
    signInActivity: async ({ from, to }) => {
      const inside = events.filter(({ time }) => Date.parse(time) >= from && Date.parse(time) < to)
      return [{ start: from, succeeded: inside.length, failed: 0, methods: {}, durationMs: undefined }]
    },
  }
  return {
    source,
    add: (...more: readonly EventEnvelope[]) => {
      events.push(...more)
      for (const listener of listeners) listener()
    },
  }
}

/** A project in a database, as far as streams need one. */
export const withProject = (database: Database): Promise<void> => addProjects(database, [projectId])

/** Creates streams of one project; only the outbox and the clock are replaced. */
export async function createDeliveryHarness(
  options: Partial<Omit<HttpsSenderOptions, 'secrets'>> & {
    readonly snsEndpoint?: string
    readonly database?: Database
  } = {},
) {
  const { database = openTested(':memory:'), snsEndpoint, ...https } = options
  await withProject(database)
  const clock = movableClock()
  const streams = createEventStreamStore(database)
  const store = createDeliveryStore(database)
  const secrets = createSecretBook(database, key)
  const outbox = createOutbox()
  const warnings: string[] = []
  const senders = {
    https: createHttpsSender({ secrets, clock, reach: 'loopback', ...https }),
    sns: createSnsSender(snsEndpoint === undefined ? { resolve: https.resolve } : { endpoint: snsEndpoint }),
  }
  const delivery = createEventDelivery({
    streams,
    store,
    sourcesOf: () => ({ identity: outbox.source }),
    senders,
    clock,
    random: () => 0,
    warn: (text) => void warnings.push(text),
  })
  delivery.start()
  return {
    database,
    clock,
    streams,
    store,
    secrets,
    outbox,
    warnings,
    delivery,
    /** Creates a stream and starts its delivery; as another process: only creates it. */
    stream: async (
      id: string,
      destination: Destination | string,
      { isElsewhere = false } = {},
    ): Promise<EventStream> => {
      const now = clock()
      const where: Destination =
        typeof destination === 'string' ? { type: 'https', httpsEndpoint: destination } : destination
      const stream: EventStream = {
        id,
        projectId,
        name: '',
        status: 'active',
        destination: where,
        createdAt: now,
        updatedAt: now,
      }
      await streams.insert(stream)
      if (!isElsewhere) delivery.refresh()
      return stream
    },
    /** Records an event about a person at the present time. */
    happened: (sequence: number, identity: string | null) => outbox.add(eventOf(sequence, identity, clock())),
    /** Advances the clock, and lets all due deliveries be attempted. */
    async later(ms = 0): Promise<void> {
      clock.advance(ms)
      delivery.refresh()
      await delivery.idle()
    },
    async close(): Promise<void> {
      await delivery.stop()
      for (const sender of Object.values(senders)) sender.close()
      database.close()
    },
  }
}

export type DeliveryHarness = Awaited<ReturnType<typeof createDeliveryHarness>>
