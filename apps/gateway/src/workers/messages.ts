import type { ChildProcess } from 'node:child_process'
import type { FormAnswer, FormTurn, SentForm } from '@gatehouse/account/sent-forms'
import type { HostedProject } from '@gatehouse/control-plane/service'
import type { HeldLease } from '../cluster/lease.ts'
import type { MetricsSnapshot } from '../metrics/metrics.ts'
import type { ProjectChange, WorkerRole } from '../cluster/role.ts'

/** A message of a worker to the primary. */
export type FromWorker =
  /** The worker listens. */
  | { readonly kind: 'serves' }
  /** The leader waits until every follower has the changes. */
  | { readonly kind: 'relay'; readonly id: number; readonly changes: readonly ProjectChange[] }
  /** A follower asks for the projects, and receives every change from then on. */
  | { readonly kind: 'join' }
  /** A follower applies changes: from now on they wait for it. */
  | { readonly kind: 'follows' }
  /** The leader has read a heartbeat. */
  | { readonly kind: 'alive' }
  /** A form arrived; the worker asks how to continue. */
  | { readonly kind: 'form begins'; readonly id: number; readonly sent: SentForm }
  | { readonly kind: 'form ends'; readonly turn: string; readonly answer: FormAnswer | undefined }
  /** A follower has the change. */
  | { readonly kind: 'applied'; readonly id: number }
  /** The leader reports its metrics, and asks for those of all other workers. */
  | { readonly kind: 'metrics wanted'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** The metrics of this worker. */
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

/** A message of the primary to a worker. */
export type ToWorker =
  /** The first message to a leader. */
  | { readonly kind: 'lease'; readonly lease: HeldLease | undefined }
  /** `fault`: the reason why they could not be published to other gateways. */
  | { readonly kind: 'relayed'; readonly id: number; readonly fault: string | undefined }
  | { readonly kind: 'form turn'; readonly id: number; readonly turn: FormTurn }
  | { readonly kind: 'projects'; readonly projects: readonly HostedProject[] }
  | { readonly kind: 'change'; readonly id: number; readonly change: ProjectChange }
  /** The answer to `follows`: every change that did not wait for the follower was sent before. */
  | { readonly kind: 'awaited' }
  | { readonly kind: 'metrics asked'; readonly id: number }
  /** Requests a reload of the files. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'metrics heard'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }
  /** The heartbeat was stored at that moment (`uptimeMs`); every earlier change was sent to the worker before this. */
  | { readonly kind: 'heartbeat'; readonly at: number }

/** The argument by which a process learns that it is a worker, and which. */
export const roleArgument = (kind: WorkerRole['kind']): string => `--worker=${kind}`

/** Sends a message to a worker, unless it has ended. One that ends before it reads the message needs none. */
export function send(worker: ChildProcess, message: ToWorker): void {
  if (worker.connected) worker.send(message, () => {})
}
