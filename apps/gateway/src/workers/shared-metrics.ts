import type { ChildProcess } from 'node:child_process'
import type { MetricsSnapshot } from '../metrics/metrics.ts'
import { withEnded } from '../metrics/sum.ts'
import { send, type FromWorker } from './messages.ts'

/** The maximum time of a worker to report its metrics, in milliseconds. After that its last report is used. */
const answerTimeoutMs = 2_000

/** Collects the metrics of the workers in the primary. */
export interface SharedMetrics {
  /** Handles a message of a worker. */
  handle(worker: ChildProcess, message: FromWorker): void
  /** Returns the metrics of all workers, also of those that have ended. */
  snapshots(): Promise<readonly MetricsSnapshot[]>
  /** Called when a worker has ended: its last report stays in the sum. */
  forget(worker: ChildProcess): void
}

/** Creates the collection. `workers`: all running ones. */
export function createSharedMetrics(workers: () => readonly ChildProcess[]): SharedMetrics {
  const waiting = new Map<ChildProcess, Map<number, () => void>>()
  const said = new Map<ChildProcess, MetricsSnapshot>()
  let ended: Promise<MetricsSnapshot> = Promise.resolve([])
  let last = 0

  function ask(worker: ChildProcess): Promise<void> {
    const id = (last += 1)
    return new Promise((resolve) => {
      const own = waiting.get(worker) ?? new Map()
      waiting.set(worker, own)
      const settle = () => {
        clearTimeout(timer)
        own.delete(id)
        resolve()
      }
      const timer = setTimeout(settle, answerTimeoutMs)
      own.set(id, settle)
      send(worker, { kind: 'metrics requested', id })
    })
  }

  /** Returns the metrics of all workers except `asking`, which has its own. */
  async function snapshots(asking?: ChildProcess): Promise<readonly MetricsSnapshot[]> {
    const others = workers().filter((one) => one !== asking && one.connected)
    await Promise.all(others.map(ask))
    // Both are read at the same moment: a worker that ends moves from the one to the other.
    const present = [...said].filter(([one]) => one !== asking).map(([, snapshot]) => snapshot)
    return [await ended, ...present]
  }

  async function answer(worker: ChildProcess, id: number): Promise<void> {
    send(worker, { kind: 'metrics of others', id, snapshots: await snapshots(worker) })
  }

  return {
    snapshots,
    handle: (worker, message) => {
      if (message.kind !== 'metrics' && message.kind !== 'metrics of others requested') return
      // A report after the end is dropped: the sum has the one before.
      if (!workers().includes(worker)) return
      said.set(worker, message.snapshot)
      if (message.kind === 'metrics') waiting.get(worker)?.get(message.id)?.()
      else void answer(worker, message.id)
    },
    forget: (worker) => {
      const snapshot = said.get(worker)
      said.delete(worker)
      if (snapshot) ended = ended.then((sum) => withEnded(sum, snapshot))
      for (const settle of waiting.get(worker)?.values() ?? []) settle()
      waiting.delete(worker)
    },
  }
}
