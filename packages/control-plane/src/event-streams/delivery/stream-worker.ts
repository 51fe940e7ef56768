import { detached, faultChanges } from '@gatehouse/platform/work'
import type { EventStream } from '../store.ts'
import { createDeliver, type DeliverDeps } from './deliver.ts'
import { createIntake, type IntakeDeps } from './intake.ts'
import { createOutage, type Outage } from './schedule.ts'
import type { DeliveryStore } from './store.ts'

/** Delivers one stream. Streams are independent: one that fails blocks no other. */
export interface StreamWorker {
  /** Requests a look for work soon. */
  wake(): void
  /** Resolves once nothing is on its way and nothing is due. */
  idle(): Promise<void>
  /** Ends after the pending attempts, or a little later without them: they are delivered again next time. */
  stop(): Promise<void>
}

/** The dependencies of one stream's worker. */
export interface StreamWorkerDeps extends DeliverDeps, IntakeDeps {
  /** Returns the current stream; absent: it was deleted. */
  readonly stream: () => Promise<EventStream | undefined>
}

/** The maximum number of concurrent deliveries of one stream. */
const mostAtOnce = 8
/** The polling interval without a signal, in milliseconds. */
const restMs = 5_000
const graceMs = 3_000

/** Delivers the events of one stream in their order. */
export function createStreamWorker(deps: StreamWorkerDeps): StreamWorker {
  const { store, clock } = deps
  const underWay = new Map<number, Promise<void>>()
  const outage = createOutage()
  const giveUp = new AbortController()
  let isStopped = false
  let isWoken = false
  /** The current look for work; one at a time. */
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const looks = lookChanges(deps.warn)
  const deliver = createDeliver(deps, outage, giveUp.signal)
  const intake = createIntake(deps, wake)

  function wake(): void {
    if (isStopped) return
    isWoken = true
    looking ??= detached(lookWhileWoken)
  }

  async function lookWhileWoken(): Promise<void> {
    // Waits for pending writes to be stored.
    await new Promise((resolve) => setImmediate(resolve))
    do {
      isWoken = false
      await look()
    } while (isWoken)
    looking = undefined
  }

  async function look(): Promise<void> {
    if (isStopped) return
    clearTimeout(timer)
    let restedMs = restMs
    try {
      const stream = await deps.stream()
      if (stream?.status === 'active') await work(stream)
      if (stream) restedMs = await restFor(stream, store, outage, clock())
      looks.passed()
    } catch (error) {
      looks.failed(error)
    }
    if (isStopped) return
    timer = setTimeout(wake, restedMs).unref()
  }

  async function work(stream: EventStream): Promise<void> {
    await intake.take(stream)
    const free = (outage.isDown() ? 1 : mostAtOnce) - underWay.size
    if (free <= 0 || clock() < outage.probeAt()) return
    for (const delivery of await nextHeads(deps, stream, new Set(underWay.keys()), free)) {
      const done = deliver(stream, delivery).finally(() => {
        underWay.delete(delivery.id)
        wake()
      })
      underWay.set(delivery.id, done)
    }
  }

  return {
    wake,
    idle: async () => {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        await looking
        if (underWay.size > 0) await Promise.all(underWay.values())
        else if (looking === undefined) return
      }
    },
    stop: async () => {
      isStopped = true
      await looking
      clearTimeout(timer)
      intake.end()
      const hurry = setTimeout(() => giveUp.abort(), graceMs)
      await Promise.all(underWay.values())
      clearTimeout(hurry)
    },
  }
}

/** Reports the first look for work that fails, and the first that passes after it. */
function lookChanges(warn: (text: string) => void) {
  return faultChanges({
    failed: (error) => warn(`an event stream cannot be worked on: ${String(error)}`),
    mended: () => warn('an event stream is worked on again'),
  })
}

/**
 * Returns at most `free` deliveries that are due, without those under way: these may end before the query's result
 * arrives, which still lists them as pending.
 */
async function nextHeads(
  { store, clock }: StreamWorkerDeps,
  { id }: EventStream,
  underWay: ReadonlySet<number>,
  free: number,
) {
  const found = await store.heads(id, clock(), free + underWay.size)
  return found.filter((delivery) => !underWay.has(delivery.id)).slice(0, free)
}

/** Returns the time until the next look for work, in milliseconds. */
async function restFor({ id }: EventStream, store: DeliveryStore, outage: Outage, now: number): Promise<number> {
  const due = await store.nextDue(id, now)
  const soonest = Math.min(due ?? now + restMs, now + restMs)
  return Math.max(soonest, Math.min(outage.probeAt(), now + restMs), now + 1) - now
}
