import type { EventSource } from '@gatehouse/contract/events'
import { inSpan, type TraceContext } from '@gatehouse/platform/log'
import { detached, faultChanges, type Clock, type DeliveryResult } from '@gatehouse/platform/work'
import type { EventStream } from '../store.ts'
import { createOutage, mostAttempts, waitAfter } from './schedule.ts'
import type { Attempt, Sender } from './sender.ts'
import type { Delivery, DeliveryStore, SourceName } from './store.ts'

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
export interface StreamWorkerDeps {
  readonly store: DeliveryStore
  /** Returns the current stream; absent: it was deleted. */
  readonly stream: () => Promise<EventStream | undefined>
  /** The outboxes of the project; none while it is not running. */
  readonly sources: () => Readonly<Partial<Record<SourceName, EventSource>>>
  readonly senderOf: (stream: EventStream) => Sender
  readonly clock: Clock
  /** Returns a number from 0 up to 1. */
  readonly random: () => number
  readonly warn: (text: string) => void
  readonly onDelivery?: ((result: DeliveryResult) => void) | undefined
}

/** The maximum number of concurrent deliveries of one stream. */
const mostAtOnce = 8
/** The maximum number of undelivered events of one stream in the store; the others wait in the outbox. */
const mostTaken = 2_000
const takenAtOnce = 100
/** The polling interval without a signal, in milliseconds. */
const restMs = 5_000
const graceMs = 3_000

/** Delivers the events of one stream in their order. */
export function createStreamWorker(deps: StreamWorkerDeps): StreamWorker {
  const { store, clock } = deps
  const underWay = new Map<number, Promise<void>>()
  const outage = createOutage()
  const giveUp = new AbortController()
  const watched = new Map<EventSource, () => void>()
  let isStopped = false
  let isWoken = false
  /** The current look for work; one at a time. */
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const looks = faultChanges({
    failed: (error) => deps.warn(`an event stream cannot be worked on: ${String(error)}`),
    mended: () => deps.warn('an event stream is worked on again'),
  })
  const writes = faultChanges({
    failed: (error) => deps.warn(`an event stream cannot be written to: ${String(error)}`),
    mended: () => deps.warn('an event stream is written to again'),
  })

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
      if (stream) restedMs = await restFor(stream)
      looks.passed()
    } catch (error) {
      looks.failed(error)
    }
    if (isStopped) return
    timer = setTimeout(wake, restedMs)
    timer.unref()
  }

  async function restFor({ id }: EventStream): Promise<number> {
    const now = clock()
    const due = await store.nextDue(id, now)
    const soonest = Math.min(due ?? now + restMs, now + restMs)
    return Math.max(soonest, Math.min(outage.probeAt(), now + restMs), now + 1) - now
  }

  async function work(stream: EventStream): Promise<void> {
    await takeOver(stream)
    const free = (outage.isDown() ? 1 : mostAtOnce) - underWay.size
    if (free <= 0 || clock() < outage.probeAt()) return
    // Deliveries under way now may end before this query's result arrives, which still lists them as pending.
    const before = new Set(underWay.keys())
    const found = await store.heads(stream.id, clock(), free + before.size)
    const heads = found.filter(({ id }) => !before.has(id))
    for (const delivery of heads.slice(0, free)) {
      const done = deliver(stream, delivery).finally(() => {
        underWay.delete(delivery.id)
        wake()
      })
      underWay.set(delivery.id, done)
    }
  }

  async function takeOver(stream: EventStream): Promise<void> {
    const sources = deps.sources()
    watch(Object.values(sources))
    for (const name of ['identity', 'project'] as const) {
      const source = sources[name]
      if (!source) continue
      // A new stream begins with the events after its creation.
      const after = (await store.cursor(stream.id, name)) ?? (await source.sequenceBefore(stream.createdAt))
      const limit = Math.min(takenAtOnce, mostTaken - (await store.pendingCount(stream.id)))
      const events = limit > 0 ? await source.tail({ after, limit }) : []
      if (events.length > 0) await store.take(stream.id, name, events, clock())
      if (events.length > 0 && events.length === limit) wake()
    }
  }

  function watch(sources: readonly EventSource[]): void {
    for (const [source, end] of watched) {
      if (sources.includes(source)) continue
      end()
      watched.delete(source)
    }
    for (const source of sources) if (!watched.has(source)) watched.set(source, source.onStored(wake))
  }

  function sent(stream: EventStream, delivery: Delivery): Promise<Attempt> {
    const attributes = { 'gatehouse.event': delivery.eventType, 'gatehouse.attempt': delivery.attempts + 1 }
    const span = { name: 'deliver event', kind: 'consumer', parent: traceOf(delivery), attributes } as const
    return inSpan(span, async ({ failed }) => {
      const attempt = await deps.senderOf(stream).send(stream, delivery, giveUp.signal)
      if (attempt.kind === 'failed') failed(attempt.fault)
      return attempt
    })
  }

  async function deliver(stream: EventStream, delivery: Delivery): Promise<void> {
    const attempt = await sent(stream, delivery)
    // The outcome is unknown: the delivery stays pending and is sent again.
    if (giveUp.signal.aborted) return
    try {
      await settle(stream, delivery, attempt)
      writes.passed()
    } catch (error) {
      writes.failed(error)
    }
  }

  async function settle(stream: EventStream, delivery: Delivery, attempt: Attempt): Promise<void> {
    const now = clock()
    if (attempt.kind === 'delivered') {
      outage.succeeded()
      deps.onDelivery?.('delivered')
      await store.delivered(delivery.id, attempt.status, now)
      return
    }
    outage.failed(delivery.lane, now, deps.random())
    const attempts = delivery.attempts + 1
    deps.onDelivery?.(attempts < mostAttempts ? 'failed' : 'given_up')
    const failure = { attempts, responseStatus: attempt.status, fault: attempt.fault, now }
    if (attempts < mostAttempts) {
      await store.postpone(delivery.id, { ...failure, dueAt: now + waitAfter(attempts, deps.random()) })
      return
    }
    await store.bury(delivery.id, failure)
    deps.warn(
      `event ${delivery.eventId} for the stream ${stream.id} is given up after ${attempts} attempts: ${attempt.fault}`,
    )
  }

  async function idle(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      await looking
      if (underWay.size > 0) await Promise.all(underWay.values())
      else if (looking === undefined) return
    }
  }

  return {
    wake,
    idle,
    stop: async () => {
      isStopped = true
      await looking
      clearTimeout(timer)
      watch([])
      const hurry = setTimeout(() => giveUp.abort(), graceMs)
      await Promise.all(underWay.values())
      clearTimeout(hurry)
    },
  }
}

/** Returns the trace of the request that caused an event; undefined if it belonged to none. */
function traceOf({ body }: Pick<Delivery, 'body'>): TraceContext | undefined {
  // Most events have none: their text need not be parsed.
  if (!body.includes('"traceparent":')) return undefined
  const { traceparent, tracestate } = JSON.parse(body) as Partial<TraceContext>
  if (traceparent === undefined) return undefined
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate }
}
