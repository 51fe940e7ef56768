import { inSpan, type TraceContext } from '@gatehouse/platform/log'
import { faultChanges, type Clock, type DeliveryResult } from '@gatehouse/platform/work'
import type { EventStream } from '../store.ts'
import { mostAttempts, waitAfter, type Outage } from './schedule.ts'
import type { Attempt, Sender } from './sender.ts'
import type { Delivery, DeliveryStore } from './store.ts'

/** The dependencies of a delivery. */
export interface DeliverDeps {
  readonly store: DeliveryStore
  readonly senderOf: (stream: EventStream) => Sender
  readonly clock: Clock
  /** Returns a number from 0 up to 1. */
  readonly random: () => number
  readonly warn: (text: string) => void
  readonly onDelivery?: ((result: DeliveryResult) => void) | undefined
}

/** Sends one delivery and stores its outcome; an error of the store is reported once, and the delivery stays pending. */
export type Deliver = (stream: EventStream, delivery: Delivery) => Promise<void>

/** Creates the function that delivers. `signal`: ends attempts whose outcome is then unknown. */
export function createDeliver(deps: DeliverDeps, outage: Outage, signal: AbortSignal): Deliver {
  const { store, clock } = deps
  const writes = faultChanges({
    failed: (error) => deps.warn(`an event stream cannot be written to: ${String(error)}`),
    mended: () => deps.warn('an event stream is written to again'),
  })

  function sent(stream: EventStream, delivery: Delivery): Promise<Attempt> {
    const attributes = { 'gatehouse.event': delivery.eventType, 'gatehouse.attempt': delivery.attempts + 1 }
    const span = { name: 'deliver event', kind: 'consumer', parent: traceOf(delivery), attributes } as const
    return inSpan(span, async ({ failed }) => {
      const attempt = await deps.senderOf(stream).send(stream, delivery, signal)
      if (attempt.kind === 'failed') failed(attempt.fault)
      return attempt
    })
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

  return async (stream, delivery) => {
    const attempt = await sent(stream, delivery)
    // The outcome is unknown: the delivery stays pending and is sent again.
    if (signal.aborted) return
    try {
      await settle(stream, delivery, attempt)
      writes.passed()
    } catch (error) {
      writes.failed(error)
    }
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
