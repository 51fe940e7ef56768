import type { ChildProcess } from 'node:child_process'
import type { FormAnswer, FormTurn, SentForm } from '@gatehouse/account/sent-forms'
import type { MetricsSnapshot } from '../metrics/metrics.ts'

/** A message of a worker to the primary. */
export type FromWorker =
  /** The worker applies changes from now on: each change waits for it. */
  | { readonly kind: 'subscribes' }
  /** The number of the last change that the worker has, after `catch up` or `heartbeat`. Undefined: it could not read them. */
  | { readonly kind: 'caught up'; readonly number: number | undefined }
  /** The worker waits until every other process has the changes up to that number. */
  | { readonly kind: 'await applied'; readonly id: number; readonly number: number }
  /** The worker listens. */
  | { readonly kind: 'ready' }
  /** A form arrived; the worker asks how to continue. */
  | { readonly kind: 'form begins'; readonly id: number; readonly sent: SentForm }
  | { readonly kind: 'form ends'; readonly turn: string; readonly answer: FormAnswer | undefined }
  /** The worker reports its metrics, and asks for those of the others: `metrics of others` answers. */
  | { readonly kind: 'metrics of others requested'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** The metrics of this worker: the answer to `metrics requested`. */
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

/** A message of the primary to a worker. */
export type ToWorker =
  /** Asks the worker to apply the changes that it lacks. */
  | { readonly kind: 'catch up' }
  /** The same; then the worker may serve by a stored heartbeat. It was sent to the database after `at` (`monotonicMs`). */
  | { readonly kind: 'heartbeat'; readonly at: number }
  /** `fault`: the reason why it is not known whether other gateways have the change; undefined: all processes have it. */
  | { readonly kind: 'applied'; readonly id: number; readonly fault: string | undefined }
  /** Whether the worker does the background work from now on. */
  | { readonly kind: 'background'; readonly ownsBackground: boolean }
  | { readonly kind: 'form turn'; readonly id: number; readonly turn: FormTurn }
  | { readonly kind: 'metrics requested'; readonly id: number }
  | { readonly kind: 'metrics of others'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }
  /** Requests a reload of the files. */
  | { readonly kind: 'reload' }

/** The options of a worker. `isFirst`: none has served before. `isInCluster`: it is fenced without heartbeats of its gateway. */
export interface WorkerStart {
  readonly isFirst: boolean
  readonly isInCluster: boolean
}

const prefix = '--worker='

/** The argument by which a process learns that it is a worker, and how it starts. */
export function workerArgument({ isFirst, isInCluster }: WorkerStart): string {
  return `${prefix}${isFirst ? 'first' : 'later'}${isInCluster ? ',cluster' : ''}`
}

/** Returns how this process was started; undefined: it is no worker. */
export function workerStart(argv: readonly string[]): WorkerStart | undefined {
  const words = argv
    .find((one) => one.startsWith(prefix))
    ?.slice(prefix.length)
    .split(',')
  return words && { isFirst: words.includes('first'), isInCluster: words.includes('cluster') }
}

/** Sends a message to a worker, unless it has ended. A message that a worker does not read before it ends is lost on purpose. */
export function send(worker: ChildProcess, message: ToWorker): void {
  if (worker.connected) worker.send(message, () => {})
}
