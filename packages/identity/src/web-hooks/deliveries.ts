import { OutboundFault, type OutboundAnswer } from '@gatehouse/platform/outbound'

import { createWorkLoop, type Clock, type WorkLoop } from '@gatehouse/platform/work'
import type { WebHookConfig } from '../configuration/config.ts'
import { JsonnetCancelled, JsonnetFault } from '../jsonnet/jsonnet.ts'
import type { EvaluateJsonnet } from '../jsonnet/jsonnet.ts'
import type { HookDelivery, HookDeliveryStore } from './delivery-store.ts'

/** Web hooks that no answer waits for. */
export interface HookDeliveries extends WorkLoop {
  /** Belongs in the transaction that the event is about. */
  enqueue(id: string, hook: string, body: string): Promise<void>
}

const batch = 10
/** A delivery taken longer ago than this belongs to a process that died. */
const leaseMs = 5 * 60_000
/** The first retry comes after this long, each later one after four times the wait before, up to an hour. */
const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000
/** About half a day. */
const mostAttempts = 16

/**
 * Calls each hook until it succeeds, 16 times at most. Deliveries for a hook that was taken out of the configuration
 * are dropped.
 */
export function createHookDeliveries(deps: {
  readonly deliveries: HookDeliveryStore
  readonly clock: Clock
  readonly warn: (text: string) => void
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly call: (hook: WebHookConfig, id: string, body: string) => Promise<OutboundAnswer>
  /** By their position in the configuration. */
  readonly hooks: ReadonlyMap<string, WebHookConfig>
}): HookDeliveries {
  const { deliveries, clock, warn } = deps
  const loop = createWorkLoop({
    clock,
    nextDue: () => deliveries.nextDue(),
    work: async () => {
      await deliveries.recover(clock() - leaseMs)
      const due = await deliveries.claim(batch, clock())
      await Promise.all(due.map(deliver))
      return due.length > 0
    },
    failed: (error) => warn(`web hooks cannot be worked on: ${error instanceof Error ? error.message : String(error)}`),
  })

  async function deliver(delivery: HookDelivery): Promise<void> {
    const hook = deps.hooks.get(delivery.hook)
    // It was taken out of the configuration while the event waited.
    if (!hook) return deliveries.remove(delivery.id)
    const fault = await attempt(hook, delivery)
    if (fault === undefined) return deliveries.remove(delivery.id)
    const attempts = delivery.attempts + 1
    if (attempts >= mostAttempts) {
      warn(`${hook.path} is given up after ${attempts} attempts: ${fault}`)
      return deliveries.remove(delivery.id)
    }
    warn(`${hook.path} failed and is tried again later: ${fault}`)
    await deliveries.postpone(
      delivery.id,
      attempts,
      clock() + Math.min(firstWaitMs * 4 ** delivery.attempts, longestWaitMs),
    )
  }

  async function attempt(hook: WebHookConfig, { id, body }: HookDelivery): Promise<string | undefined> {
    try {
      const sent =
        hook.body === undefined
          ? body
          : JSON.stringify(await deps.evaluateJsonnet(hook.body, {}, { ctx: JSON.parse(body) }))
      const { status } = await deps.call(hook, id, sent)
      return status >= 200 && status < 300 ? undefined : `it answered ${status}`
    } catch (error) {
      if (error instanceof JsonnetCancelled) return undefined
      if (error instanceof OutboundFault || error instanceof JsonnetFault) return error.message
      throw error
    }
  }

  return {
    enqueue: async (id, hook, body) => {
      const now = clock()
      await deliveries.insert({ id, hook, body, attempts: 0, dueAt: now, createdAt: now })
      loop.wake()
    },
    wake: loop.wake,
    start: loop.start,
    idle: loop.idle,
    stop: loop.stop,
  }
}
