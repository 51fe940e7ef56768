import type { ChildProcess } from 'node:child_process'
import type { FormAnswer, FormTurn, SentForm } from '@gatehouse/account/sent-forms'
import type { MetricsSnapshot } from '../metrics/metrics.ts'

/** A message of a worker to the primary. */
export type FromWorker =
  /** The worker applies changes: publishers wait for it from now on. */
  | { readonly kind: 'follows' }
  /** The answer to `catch up` and to `heartbeat`. Absent: the worker could not read the changes. */
  | { readonly kind: 'caught up'; readonly number: number | undefined }
  /** The worker waits until every other process has the changes up to that number. */
  | { readonly kind: 'publish'; readonly id: number; readonly number: number }
  /** The worker listens. */
  | { readonly kind: 'serves' }
  /** A form arrived; the worker asks how to continue. */
  | { readonly kind: 'form begins'; readonly id: number; readonly sent: SentForm }
  | { readonly kind: 'form ends'; readonly turn: string; readonly answer: FormAnswer | undefined }
  /** The worker reports its metrics, and asks for those of all other workers. */
  | { readonly kind: 'metrics wanted'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** The metrics of this worker. */
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

/** A message of the primary to a worker. */
export type ToWorker =
  /** Asks the worker to apply the changes that it lacks. */
  | { readonly kind: 'catch up' }
  /** The same. The heartbeat was stored at that moment (`uptimeMs`), before this was sent. */
  | { readonly kind: 'heartbeat'; readonly at: number }
  /** `fault`: the reason why it is not known whether other gateways have the change. */
  | { readonly kind: 'published'; readonly id: number; readonly fault: string | undefined }
  /** Whether the worker does the background work from now on. */
  | { readonly kind: 'background'; readonly isMine: boolean }
  | { readonly kind: 'form turn'; readonly id: number; readonly turn: FormTurn }
  | { readonly kind: 'metrics asked'; readonly id: number }
  | { readonly kind: 'metrics heard'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }
  /** Requests a reload of the files. */
  | { readonly kind: 'reload' }

/** How a worker is started. `sendsHeartbeats`: its gateway is one of several, and it serves by heartbeats. */
export interface WorkerStart {
  readonly isFirst: boolean
  readonly sendsHeartbeats: boolean
}

const prefix = '--worker='

/** The argument by which a process learns that it is a worker, and how it starts. */
export function workerArgument({ isFirst, sendsHeartbeats }: WorkerStart): string {
  return `${prefix}${isFirst ? 'first' : 'later'}${sendsHeartbeats ? ',heartbeats' : ''}`
}

/** Returns how this process was started; undefined: it is no worker. */
export function workerStart(argv: readonly string[]): WorkerStart | undefined {
  const words = argv
    .find((one) => one.startsWith(prefix))
    ?.slice(prefix.length)
    .split(',')
  return words && { isFirst: words.includes('first'), sendsHeartbeats: words.includes('heartbeats') }
}

/** Sends a message to a worker, unless it has ended. One that ends before it reads the message needs none. */
export function send(worker: ChildProcess, message: ToWorker): void {
  if (worker.connected) worker.send(message, () => {})
}
