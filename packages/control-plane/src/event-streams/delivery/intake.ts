import type { EventSource } from '@gatehouse/contract/events'
import type { Clock } from '@gatehouse/platform/work'
import type { EventStream } from '../store.ts'
import type { DeliveryStore, SourceName } from './store.ts'

/** The maximum number of undelivered events of one stream in the store; the others wait in the outbox. */
const mostTaken = 2_000
const takenAtOnce = 100

/** The dependencies of an intake. */
export interface IntakeDeps {
  readonly store: DeliveryStore
  /** The outboxes of the project; none while it is not running. */
  readonly sources: () => Readonly<Partial<Record<SourceName, EventSource>>>
  readonly clock: Clock
}

/** Takes the events of a project's outboxes as deliveries of one stream. */
export interface Intake {
  /** Takes the next events of each outbox, and wakes the worker if there are more, or when one comes. */
  take(stream: EventStream): Promise<void>
  /** Waits for no more events. */
  end(): void
}

/** Creates an intake. */
export function createIntake({ store, sources: sourcesOf, clock }: IntakeDeps, wake: () => void): Intake {
  const watched = new Map<EventSource, () => void>()

  function watch(sources: readonly EventSource[]): void {
    for (const [source, end] of watched) {
      if (sources.includes(source)) continue
      end()
      watched.delete(source)
    }
    for (const source of sources) if (!watched.has(source)) watched.set(source, source.onStored(wake))
  }

  return {
    take: async (stream) => {
      const sources = sourcesOf()
      watch(Object.values(sources))
      for (const name of ['identity', 'project'] as const) {
        const source = sources[name]
        if (!source) continue
        // A new stream begins with the events after its creation.
        const after = (await store.cursor(stream.id, name)) ?? (await source.sequenceBefore(stream.createdAt))
        const limit = Math.min(takenAtOnce, mostTaken - (await store.pendingCount(stream.id)))
        const events = limit > 0 ? await source.tail({ after, limit }) : []
        if (events.length > 0) await store.take(stream.id, name, after, events, clock())
        if (events.length > 0 && events.length === limit) wake()
      }
    },
    end: () => watch([]),
  }
}
