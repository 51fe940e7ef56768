import type { ChildProcess } from 'node:child_process'
import type { Log } from '@gatehouse/platform/log'
import { publishTimeoutMs } from '../cluster/lease.ts'
import type { WorkersState } from '../cluster/role.ts'
import { send, type FromWorker, type ToWorker } from './messages.ts'

/** A worker that has not caught up for this long is ended, in milliseconds: publishers would wait for it. */
const answerTimeoutMs = 20_000
/** The pause before a worker that could not read the changes, or still lacks some, is asked again, in milliseconds. */
const retryMs = 250

/** The last change that each worker has, and the publishers that wait for others to have theirs. */
export interface Progress {
  /** Handles a message of a worker. */
  handle(worker: ChildProcess, message: FromWorker): void
  /** Called when a worker has ended: publishers no longer wait for it. */
  forget(worker: ChildProcess): void
  /** Makes every worker catch up. Resolves once each has the change of that number, has ended, or is fenced. */
  reach(number: number): Promise<void>
  /** Returns the state of the workers that publishers wait for. */
  state(): WorkersState
}

/** A worker that publishers wait for. */
interface Follower {
  readonly worker: ChildProcess
  number: number
  isFailing: boolean
  /** Kills it if it does not catch up. Undefined: it has. */
  killTimer: NodeJS.Timeout | undefined
}

/** The options of the progress. */
export interface ProgressOptions {
  readonly log: Log
  /** Resolves once every other gateway has the change of that number. */
  readonly publish: (number: number) => Promise<void>
  /** Whether heartbeats make a new worker catch up; otherwise it is asked as soon as it follows. */
  readonly isInCluster: boolean
}

/** Creates the progress of the workers. */
export function createProgress({ log, publish, isInCluster }: ProgressOptions): Progress {
  const followers = new Map<ChildProcess, Follower>()
  /** The publishers that wait, with the numbers of their changes. */
  const waiting = new Set<{ readonly number: number; readonly resolve: () => void }>()
  const behind = (number: number) => [...followers.values()].filter((follower) => follower.number < number)

  function ask(follower: Follower, message: Extract<ToWorker, { kind: 'catch up' | 'heartbeat' }>): void {
    const { worker } = follower
    send(worker, message)
    follower.killTimer ??= setTimeout(() => {
      log.error({ pid: worker.pid }, 'a worker has not caught up for 20 seconds and is killed')
      worker.kill('SIGKILL')
    }, answerTimeoutMs)
  }

  function caughtUp(follower: Follower, number: number | undefined): void {
    // Without a cluster nothing fences a worker that cannot read the changes.
    if (number !== undefined || isInCluster) {
      clearTimeout(follower.killTimer)
      follower.killTimer = undefined
    }
    follower.isFailing = number === undefined
    follower.number = number ?? follower.number
    settle()
    // The answer to an earlier message ended the timer of a later one: the worker may have stopped answering since.
    const isWaitedFor = [...waiting].some((publisher) => follower.number < publisher.number)
    const again = () => followers.get(follower.worker) === follower && ask(follower, { kind: 'catch up' })
    if (follower.isFailing || isWaitedFor) setTimeout(again, retryMs)
  }

  function settle(): void {
    for (const { number, resolve } of waiting) if (behind(number).length === 0) resolve()
  }

  async function reach(number: number): Promise<void> {
    for (const follower of behind(number)) ask(follower, { kind: 'catch up' })
    const publisher = { number, ...Promise.withResolvers<void>() }
    waiting.add(publisher)
    settle()
    const expiry = isInCluster ? setTimeout(publisher.resolve, publishTimeoutMs) : undefined
    await publisher.promise
    clearTimeout(expiry)
    waiting.delete(publisher)
  }

  return {
    reach,
    state: () => {
      const all = [...followers.values()]
      return {
        number: Math.min(Number.MAX_SAFE_INTEGER, ...all.map(({ number }) => number)),
        isFailing: all.some(({ isFailing }) => isFailing),
        extendServing: (at) => {
          for (const follower of all) ask(follower, { kind: 'heartbeat', at })
        },
      }
    },
    handle: (worker, message) => {
      if (message.kind === 'follows') {
        const follower = { worker, number: 0, isFailing: false, killTimer: undefined }
        followers.set(worker, follower)
        if (!isInCluster) ask(follower, { kind: 'catch up' })
      }
      if (message.kind === 'publish') {
        const { id, number } = message
        void Promise.all([reach(number), publish(number)]).then(
          () => send(worker, { kind: 'published', id, fault: undefined }),
          (error: unknown) => send(worker, { kind: 'published', id, fault: String(error) }),
        )
      }
      const follower = followers.get(worker)
      if (message.kind === 'caught up' && follower !== undefined) caughtUp(follower, message.number)
    },
    forget: (worker) => {
      clearTimeout(followers.get(worker)?.killTimer)
      followers.delete(worker)
      settle()
    },
  }
}
