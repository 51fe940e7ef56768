import type { EventSource } from '@gatehouse/contract/events'

import {
  createRepeatedWork,
  detached,
  faultChanges,
  type Clock,
  type BackgroundWork,
  type DeliveryResult,
  type RepeatedWork,
} from '@gatehouse/platform/work'
import type { EventStream, EventStreamStore } from '../store.ts'
import type { Sender } from './sender.ts'
import type { DeliveryStore, SourceName } from './store.ts'
import { createStreamWorker, type StreamWorker } from './stream-worker.ts'

/** Delivers the events of all projects to their streams, in the background. */
export interface EventDelivery extends BackgroundWork {
  /** Called when streams were created, changed or removed, or a project was opened. */
  refresh(): void
}

/** The dependencies of delivering events. */
export interface EventDeliveryDeps {
  readonly streams: Pick<EventStreamStore, 'find'>
  readonly store: DeliveryStore
  /** The outboxes of a project; none while it is not running. */
  readonly sourcesOf: (projectId: string) => Readonly<Partial<Record<SourceName, EventSource>>>
  readonly senders: Readonly<Record<EventStream['destination']['type'], Sender>>
  readonly clock: Clock
  /** Returns a number from 0 up to 1, which scatters retries. Default: a random one. */
  readonly random?: () => number
  readonly warn: (text: string) => void
  /** Receives the result of every attempt. */
  readonly onDelivery?: ((result: DeliveryResult) => void) | undefined
}

const cleanEveryMs = 60 * 60_000
/** The interval of looks for changes of streams by other processes, in milliseconds. */
const lookEveryMs = 1_000
const day = 24 * 60 * 60_000
/** The retention of deliveries in lists. */
const deliveredKeptMs = 7 * day
const deadKeptMs = 90 * day

/** Delivers events in the background, each stream independently. */
export function createEventDelivery(deps: EventDeliveryDeps): EventDelivery {
  const { streams, store, clock, senders, sourcesOf, random = Math.random, warn } = deps
  const workers = new Map<string, StreamWorker>()
  /** The streams, as they were when their workers were woken. */
  let seen = ''
  let isRunning = false
  let refreshing: Promise<void> = Promise.resolve()

  async function refreshAll(): Promise<void> {
    const present = await store.streams()
    if (!isRunning) return
    seen = JSON.stringify(present)
    for (const { id, projectId } of present) {
      if (workers.has(id)) continue
      const worker = createStreamWorker({
        store,
        stream: () => streams.find(projectId, id),
        sources: () => sourcesOf(projectId),
        senderOf: ({ destination }) => senders[destination.type],
        clock,
        random,
        warn,
        onDelivery: deps.onDelivery,
      })
      workers.set(id, worker)
    }
    for (const [id, worker] of workers) {
      if (present.some((stream) => stream.id === id)) worker.wake()
      else {
        workers.delete(id)
        void worker.stop()
      }
    }
  }

  const cleaning = createCleaning(deps)
  const reading = faultChanges({
    failed: (error) => warn(`the event streams cannot be read: ${String(error)}`),
    mended: () => warn('the event streams are read again'),
  })

  // Each refresh reads the streams after the one before has ended.
  function refresh(): void {
    if (!isRunning) return
    refreshing = detached(() => refreshing.then(refreshAll)).then(reading.passed, reading.failed)
  }

  const looking = createRepeatedWork({
    everyMs: lookEveryMs,
    work: async () => {
      if (JSON.stringify(await store.streams()) !== seen) refresh()
    },
    failed: reading.failed,
    mended: reading.passed,
  })

  return {
    start: () => {
      isRunning = true
      cleaning.start()
      looking.start()
      refresh()
    },
    refresh,
    idle: async () => {
      await looking.idle()
      await refreshing
      await Promise.all([...workers.values()].map((worker) => worker.idle()))
    },
    stop: async () => {
      isRunning = false
      await Promise.all([refreshing, cleaning.stop(), looking.stop()])
      await Promise.all([...workers.values()].map((worker) => worker.stop()))
      workers.clear()
    },
  }
}

function createCleaning({ store, clock, warn }: EventDeliveryDeps): RepeatedWork {
  return createRepeatedWork({
    everyMs: cleanEveryMs,
    work: () => store.purge({ delivered: clock() - deliveredKeptMs, dead: clock() - deadKeptMs }),
    failed: (error) => warn(`old deliveries cannot be removed: ${String(error)}`),
    mended: () => warn('old deliveries are removed again'),
  })
}
