import { randomUUID } from 'node:crypto'
import { currentTrace, inSpan, type Span, storedTrace, traceOfStored } from '@gatehouse/platform/log'
import { type OutboundAnswer, OutboundFault } from '@gatehouse/platform/outbound'
import {
  type Clock,
  createWorkLoop,
  type DeliveryResult,
  leaseMs,
  whileRenewed,
  type WorkLoop,
} from '@gatehouse/platform/work'

import type { WebHookConfig } from '../configuration/config.ts'
import { type EvaluateJsonnet, JsonnetCancelled, JsonnetFault } from '../jsonnet/jsonnet.ts'
import type { HookNames } from './hook-names.ts'

/** Web hooks that no answer waits for. */
export interface HookDeliveries extends WorkLoop {
  /**
   * Stores a call. Belongs in the transaction of its event. `orderingKey`: calls with the same key are sent in order;
   * absent: this one waits for none.
   */
  enqueue(id: string, hook: WebHookConfig, body: string, orderingKey: string | undefined): Promise<void>
}

const batch = 10
/** The wait before the first retry. Each later wait is four times the one before, up to an hour. */
const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000
/** The number of tries of a call that is refused, or whose program fails: about half a day. */
const mostRefusals = 16
/** The time for which a call to an absent service is retried. */
const longestOutageMs = 7 * 24 * 60 * 60_000

/** The fault of a call. */
interface Fault {
  readonly why: string
  /** True if it will recur at the next try; otherwise the service is away. */
  readonly isRefusal: boolean
}

/** The dependencies of the deliveries. */
interface HookDeliveryDeps {
  readonly deliveries: HookDeliveryStore
  readonly clock: Clock
  readonly warn: (text: string) => void
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly call: (hook: WebHookConfig, id: string, body: string) => Promise<OutboundAnswer>
  /** Hears of every attempt. */
  readonly onAttempt?: ((result: DeliveryResult) => void) | undefined
  readonly hooks: HookNames
}

/**
 * Calls each hook until it succeeds, for a week if the service is away, 16 times if it refuses. Calls with the same
 * ordering key are sent in order. Deliveries for a hook that is no longer in the configuration are dropped.
 */
export function createHookDeliveries(deps: HookDeliveryDeps): HookDeliveries {
  const { deliveries, clock, warn } = deps
  const holder = randomUUID()
  const deliver = createDelivery(deps, holder)
  const loop = createWorkLoop({
    clock,
    nextDue: () => deliveries.nextDue(leaseMs),
    work: async () => {
      await deliveries.recover(clock() - leaseMs)
      const due = await deliveries.claim(batch, clock(), holder)
      const left = new Set(due.map(({ id }) => id))
      const deliverOne = async (delivery: HookDelivery) => {
        const parent = traceOfStored(delivery.trace)
        await inSpan({ name: 'deliver web hook', kind: 'consumer', parent }, (span) => deliver(delivery, span))
        left.delete(delivery.id)
      }
      await whileRenewed(
        () => deliveries.renew([...left], holder, clock()),
        () => Promise.all(due.map(deliverOne)),
      )
      return due.length > 0
    },
    failed: (error) => warn(`web hooks cannot be processed: ${error instanceof Error ? error.message : String(error)}`),
    mended: () => warn('web hooks are processed again'),
  })

  return {
    enqueue: async (id, hook, body, orderingKey) => {
      const now = clock()
      const trace = storedTrace(currentTrace()) ?? undefined
      const name = deps.hooks.nameOf(hook)
      await deliveries.insert({
        id,
        hook: name,
        body,
        attempts: 0,
        dueAt: now,
        createdAt: now,
        trace,
        orderingKey,
      })
      loop.wake()
    },
    wake: loop.wake,
    start: loop.start,
    idle: loop.idle,
    stop: loop.stop,
  }
}

/** Returns a function that tries one call, and stores the result. */
function createDelivery(deps: HookDeliveryDeps, holder: string) {
  const { deliveries, clock, warn, onAttempt = () => {} } = deps
  return async (delivery: HookDelivery, span: Span): Promise<void> => {
    const hook = deps.hooks.find(delivery.hook)
    if (!hook) {
      warn(`a call of ${delivery.hook.split(' ', 1)[0]} is dropped: the configuration has no such web hook any more`)
      return deliveries.remove(delivery.id)
    }
    const fault = await attempt(deps, hook, delivery)
    if (fault === undefined) {
      onAttempt('delivered')
      return deliveries.remove(delivery.id)
    }
    const attempts = delivery.attempts + 1
    const isOver = fault.isRefusal
      ? attempts >= mostRefusals
      : clock() - delivery.createdAt >= longestOutageMs && attempts >= mostRefusals
    onAttempt(isOver ? 'given_up' : 'failed')
    span.set({ 'gatehouse.attempt': attempts })
    span.failed(isOver ? 'given up' : 'tried again later')
    if (isOver) {
      warn(`${hook.path} is given up after ${attempts} attempts: ${fault.why}`)
      return deliveries.remove(delivery.id)
    }
    warn(`${hook.path} failed and is tried again later: ${fault.why}`)
    await deliveries.postpone(
      delivery.id,
      attempts,
      clock() + Math.min(firstWaitMs * 4 ** Math.min(delivery.attempts, mostRefusals), longestWaitMs),
      holder,
    )
  }
}

/** Tries a call; returns its fault. */
async function attempt(
  { call, evaluateJsonnet }: Pick<HookDeliveryDeps, 'call' | 'evaluateJsonnet'>,
  hook: WebHookConfig,
  { id, body }: HookDelivery,
): Promise<Fault | undefined> {
  try {
    const sent =
      hook.body === undefined ? body : JSON.stringify(await evaluateJsonnet(hook.body, {}, { ctx: JSON.parse(body) }))
    const { status } = await call(hook, id, sent)
    if (status >= 200 && status < 300) return undefined
    return { why: `it answered ${status}`, isRefusal: status < 500 && status !== 429 && status !== 408 }
  } catch (error) {
    if (error instanceof JsonnetCancelled) return undefined
    if (error instanceof OutboundFault || error instanceof JsonnetFault) {
      return { why: error.message, isRefusal: error instanceof JsonnetFault }
    }
    throw error
  }
}

/** A web hook call that waits. Times are Unix milliseconds. */
export interface HookDelivery {
  readonly id: string
  /** The name of its hook (hook-names.ts); the address and secrets are not stored. */
  readonly hook: string
  readonly body: string
  readonly attempts: number
  readonly dueAt: number
  readonly createdAt: number
  /** Deliveries with the same key are sent one by one, in the order of `createdAt`; absent: it waits for none. */
  readonly orderingKey?: string | undefined
  /** The trace it belongs to, as text; absent: none. */
  readonly trace?: string | undefined
}

/** Deliveries in a database. */
export interface HookDeliveryStore {
  /** Stores a delivery. One with an ordering key is created after those with the same one. */
  insert(delivery: HookDelivery): Promise<void>
  /** Takes due deliveries for `holder` alone: the earliest of each ordering key, oldest first. */
  claim(limit: number, now: number, holder: string): Promise<readonly HookDelivery[]>
  /** Renews the lease of running deliveries. */
  renew(ids: readonly string[], holder: string, now: number): Promise<void>
  /** Postpones a delivery; no effect if another process has taken it over. */
  postpone(id: string, attempts: number, dueAt: number, holder: string): Promise<void>
  /** Removes a delivery that succeeded or was given up. */
  remove(id: string): Promise<void>
  /** Returns deliveries to the queue that were neither taken nor renewed since this moment (their process died). */
  recover(before: number): Promise<void>
  /** Returns the time when the next one is due, or when a lease ends, `leaseMs` after its last renewal. */
  nextDue(leaseMs: number): Promise<number | undefined>
}
