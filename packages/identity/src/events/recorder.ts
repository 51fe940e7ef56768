import { randomUUID } from 'node:crypto'

import type { EventActor } from '@gatehouse/contract/events'

import { afterUnit } from '@gatehouse/platform/database'
import { currentTrace, storedTrace } from '@gatehouse/platform/log'
import type { Clock } from '@gatehouse/platform/work'
import type { EventStore } from './event-store.ts'
import { background, type EventOrigins } from './origin.ts'
import { identityEvents, type EventData, type IdentityEventType } from './schema.ts'

/** The subject of an event. */
export interface EventSubject {
  readonly identityId?: string | undefined
  readonly sessionId?: string | undefined
  readonly flowId?: string | undefined
  /** `self`: the event proves that the person did it. `system`: no request did, even if one is being answered. */
  readonly by?: 'self' | 'system'
}

/** An event to record. */
export type EventOf<Type extends IdentityEventType> = readonly [
  type: Type,
  subject: EventSubject,
  data: EventData<Type>,
]

/** Records events. */
export interface EventRecorder {
  /** Records an event. Belongs in its transaction: both are stored, or neither is. */
  record<Type extends IdentityEventType>(...event: EventOf<Type>): Promise<void>
  /** Calls back soon after an event was recorded; the returned function ends that. */
  onStored(listener: () => void): () => void
}

/** A recorded event, for metrics. */
export interface RecordedEvent {
  readonly type: IdentityEventType
  readonly data: object
  readonly flowId?: string | undefined
  /** The log's id of the request that caused it. */
  readonly requestId?: string | undefined
}

/** Creates the recorder. Actor and client come from the request being answered; without one it is the system. */
export function createEventRecorder(deps: {
  readonly store: EventStore
  readonly clock: Clock
  readonly origins: Pick<EventOrigins, 'current'>
  /** False: addresses and browsers of people are not kept. */
  readonly keepsClient: boolean
  /** Receives every recorded event, after its unit of work. */
  readonly onEvent?: ((event: RecordedEvent) => void) | undefined
}): EventRecorder {
  const { store, clock, origins, keepsClient, onEvent } = deps
  const listeners = new Set<() => void>()
  let isTelling = false

  function tellSoon(): void {
    if (isTelling || listeners.size === 0) return
    isTelling = true
    afterUnit(() =>
      setImmediate(() => {
        isTelling = false
        for (const listener of listeners) listener()
      }),
    )
  }

  return {
    record: async (type, { identityId, sessionId, flowId, by }, data) => {
      const origin = by === 'system' ? background : origins.current()
      const client = keepsClient ? origin.client() : null
      await store.insert({
        id: randomUUID(),
        type,
        schemaVersion: identityEvents[type].version,
        time: clock(),
        identityId,
        sessionId,
        flowId: flowId ?? origin.flowId,
        actor: JSON.stringify(by === 'self' ? self(origin.actor, identityId) : origin.actor),
        client: client ? JSON.stringify(client) : undefined,
        data: JSON.stringify(data),
        trace: storedTrace(currentTrace()) ?? undefined,
      })
      if (onEvent) {
        const about = { flowId: flowId ?? origin.flowId, requestId: origin.requestId ?? undefined }
        afterUnit(() => onEvent({ type, data, ...about }))
      }
      tellSoon()
    },
    onStored: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function self(actor: EventActor, identityId: string | undefined): EventActor {
  return actor.type === 'person' ? { type: 'person', id: identityId ?? actor.id } : actor
}
