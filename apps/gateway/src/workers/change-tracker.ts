import type { ChildProcess } from 'node:child_process'
import type { Log } from '@gatehouse/platform/log'
import { applyTimeoutMs } from '../cluster/lease.ts'
import type { WorkersState } from '../cluster/role.ts'
import { send, type FromWorker, type ToWorker } from './messages.ts'

/** A worker that has not caught up for this long is killed, in milliseconds: changes would wait for it. */
const answerTimeoutMs = 20_000
/** The pause before a worker that could not read the changes, or still lacks some, is asked again, in milliseconds. */
const retryMs = 250

/** Tracks the last change that each worker has applied, and the requests that wait for all of them. */
export interface ChangeTracker {
  /** Handles a message of a worker. */
  handle(worker: ChildProcess, message: FromWorker): void
  /** Called when a worker has ended: nothing waits for it any more. */
  forget(worker: ChildProcess): void
  /** Makes every worker catch up. Resolves once each has applied the change of that number, has ended, or is fenced. */
  awaitWorkers(number: number): Promise<void>
  /** Returns the state of the subscribed workers. */
  state(): WorkersState
}

/** A worker that applies changes. */
interface Subscriber {
  readonly worker: ChildProcess
  number: number
  isFailing: boolean
  /** Kills it if it does not catch up. Undefined: it has. */
  killTimer: NodeJS.Timeout | undefined
}

/** The options of the tracker. */
export interface ChangeTrackerOptions {
  readonly log: Log
  /** Resolves once every other gateway has applied the change of that number, or is fenced. */
  readonly awaitOtherGateways: (number: number) => Promise<void>
  /** Whether heartbeats make a new worker catch up; otherwise it is asked as soon as it subscribes. */
  readonly isInCluster: boolean
}

/** Creates the tracker. */
export function createChangeTracker({ log, awaitOtherGateways, isInCluster }: ChangeTrackerOptions): ChangeTracker {
  const subscribers = new Map<ChildProcess, Subscriber>()
  /** The requests that wait, with the numbers of their changes. */
  const waiting = new Set<{ readonly number: number; readonly resolve: () => void }>()
  const behind = (number: number) => [...subscribers.values()].filter((subscriber) => subscriber.number < number)

  function ask(subscriber: Subscriber, message: Extract<ToWorker, { kind: 'catch up' | 'heartbeat' }>): void {
    const { worker } = subscriber
    send(worker, message)
    subscriber.killTimer ??= setTimeout(() => {
      log.error({ pid: worker.pid }, 'a worker has not caught up for 20 seconds and is killed')
      worker.kill('SIGKILL')
    }, answerTimeoutMs)
  }

  function caughtUp(subscriber: Subscriber, number: number | undefined): void {
    // Without a cluster nothing fences a worker that cannot read the changes.
    if (number !== undefined || isInCluster) {
      clearTimeout(subscriber.killTimer)
      subscriber.killTimer = undefined
    }
    subscriber.isFailing = number === undefined
    subscriber.number = number ?? subscriber.number
    settle()
    // This answer cleared the timer of all messages. While a request waits for the worker, another message sets it again.
    const isWaitedFor = [...waiting].some((request) => subscriber.number < request.number)
    const again = () => subscribers.get(subscriber.worker) === subscriber && ask(subscriber, { kind: 'catch up' })
    if (subscriber.isFailing || isWaitedFor) setTimeout(again, retryMs)
  }

  function settle(): void {
    for (const { number, resolve } of waiting) if (behind(number).length === 0) resolve()
  }

  async function awaitWorkers(number: number): Promise<void> {
    for (const subscriber of behind(number)) ask(subscriber, { kind: 'catch up' })
    const request = { number, ...Promise.withResolvers<void>() }
    waiting.add(request)
    settle()
    const expiry = isInCluster ? setTimeout(request.resolve, applyTimeoutMs) : undefined
    await request.promise
    clearTimeout(expiry)
    waiting.delete(request)
  }

  return {
    awaitWorkers,
    state: () => {
      const all = [...subscribers.values()]
      return {
        appliedNumber: Math.min(Number.MAX_SAFE_INTEGER, ...all.map(({ number }) => number)),
        isFailing: all.some(({ isFailing }) => isFailing),
        extendServing: (at) => {
          for (const subscriber of all) ask(subscriber, { kind: 'heartbeat', at })
        },
      }
    },
    handle: (worker, message) => {
      if (message.kind === 'subscribes') {
        const subscriber = { worker, number: 0, isFailing: false, killTimer: undefined }
        subscribers.set(worker, subscriber)
        if (!isInCluster) ask(subscriber, { kind: 'catch up' })
      }
      if (message.kind === 'await applied') {
        const { id, number } = message
        void Promise.all([awaitWorkers(number), awaitOtherGateways(number)]).then(
          () => send(worker, { kind: 'applied', id, fault: undefined }),
          (error: unknown) => send(worker, { kind: 'applied', id, fault: String(error) }),
        )
      }
      const subscriber = subscribers.get(worker)
      if (message.kind === 'caught up' && subscriber !== undefined) caughtUp(subscriber, message.number)
    },
    forget: (worker) => {
      clearTimeout(subscribers.get(worker)?.killTimer)
      subscribers.delete(worker)
      settle()
    },
  }
}
