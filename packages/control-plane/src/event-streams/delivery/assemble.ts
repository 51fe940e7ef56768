import type { EventEnvelope } from '@gatehouse/contract/events'

import type { Clock, DeliveryResult } from '@gatehouse/platform/work'
import type { Database } from '@gatehouse/platform/database'
import type { SourcesOf } from '../../events/sources.ts'
import type { EventStream, EventStreamStore } from '../store.ts'
import { createEventDelivery, type EventDelivery } from './delivery.ts'
import { createHttpsSender } from './https-sender.ts'
import type { Attempt, DeliveryReach } from './sender.ts'
import { createSecretBook, type SecretBook } from './signature.ts'
import { createSnsSender } from './sns-sender.ts'
import { createDeliveryStore, type DeliveryStore } from './store.ts'

/** The installation's settings of deliveries. */
export interface DeliveryPolicy {
  /** Default `public`. `loopback`: receivers on this machine are allowed, over plain http as well; for development. */
  readonly reach?: DeliveryReach
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string
  /** The endpoint of SNS and STS, other than AWS itself. */
  readonly snsEndpoint?: string
}

/** Sends an event to a stream's destination, whatever its status; never rejects. */
export type TryOut = (stream: EventStream, event: EventEnvelope, signal: AbortSignal) => Promise<Attempt>

/** All parts of the delivery. */
export interface DeliveryParts {
  readonly deliveries: DeliveryStore
  readonly secrets: SecretBook
  readonly delivery: EventDelivery
  /** Sends an event once, at once, ahead of the queue. */
  readonly tryOut: TryOut
  /** Closes the connections to receivers. */
  readonly close: () => void
}

/** Assembles the delivery. */
export function assembleDelivery(deps: {
  readonly database: Database
  readonly streams: EventStreamStore
  readonly sourcesOf: SourcesOf
  /** The key that derives signing secrets; kept outside of the database. */
  readonly key: string
  readonly clock: Clock
  readonly policy: DeliveryPolicy
  readonly warn: (text: string) => void
  readonly onDelivery?: ((result: DeliveryResult) => void) | undefined
}): DeliveryParts {
  const { database, clock, policy } = deps
  const { reach = 'public', ca, snsEndpoint } = policy
  const deliveries = createDeliveryStore(database)
  const secrets = createSecretBook(database, deps.key)
  const senders = {
    https: createHttpsSender({ secrets, clock, reach, ...(ca !== undefined && { ca }) }),
    sns: createSnsSender(snsEndpoint === undefined ? {} : { endpoint: snsEndpoint }),
  }
  const tryOut: TryOut = (stream, event, signal) => {
    const { id, type } = event
    const parcel = { eventId: id, eventType: type, lane: `test:${id}`, body: JSON.stringify(event) }
    return senders[stream.destination.type].send(stream, parcel, signal)
  }
  return {
    deliveries,
    secrets,
    delivery: createEventDelivery({ ...deps, store: deliveries, senders }),
    tryOut,
    close: () => {
      for (const sender of Object.values(senders)) sender.close()
    },
  }
}
