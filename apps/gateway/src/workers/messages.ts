import type { FormAnswer, FormTurn, SentForm } from '@gatehouse/account/sent-forms'
import type { HostedProject } from '@gatehouse/control-plane/service'
import type { HeldLease } from '../cluster/lease-guard.ts'
import type { MetricsSnapshot } from '../metrics/metrics.ts'
import type { ProjectChange, WorkerRole } from '../cluster/role.ts'

/** What a worker says to the primary. */
export type FromWorker =
  /** It listens. */
  | { readonly kind: 'serves' }
  /** The leader waits until every follower has the changes. */
  | { readonly kind: 'relay'; readonly id: number; readonly changes: readonly ProjectChange[] }
  /** A follower asks for the projects, and hears of every change from then on. */
  | { readonly kind: 'join' }
  /** A form came; how the worker is to go on. */
  | { readonly kind: 'form begins'; readonly id: number; readonly sent: SentForm }
  | { readonly kind: 'form ends'; readonly turn: string; readonly answer: FormAnswer | undefined }
  /** A follower has the change. */
  | { readonly kind: 'taken'; readonly id: number }
  /** The leader says what it has counted, and asks what all other workers have. */
  | { readonly kind: 'metrics wanted'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** What this worker has counted. */
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

/** What the primary says to a worker. */
export type ToWorker =
  /** The first message to a leader. */
  | { readonly kind: 'lease'; readonly lease: HeldLease | undefined }
  /** `fault`: why they could not be published to other gateways. */
  | { readonly kind: 'relayed'; readonly id: number; readonly fault: string | undefined }
  | { readonly kind: 'form turn'; readonly id: number; readonly turn: FormTurn }
  | { readonly kind: 'projects'; readonly projects: readonly HostedProject[] }
  | { readonly kind: 'change'; readonly id: number; readonly change: ProjectChange }
  | { readonly kind: 'metrics asked'; readonly id: number }
  /** Files are to be read again. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'metrics heard'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] }
  /** Other gateways knew of this one at that moment (`uptimeMs`), and every change from before was delivered. */
  | { readonly kind: 'seen'; readonly at: number }

/** The argument by which a process learns that it is a worker, and which. */
export const roleArgument = (kind: WorkerRole['kind']): string => `--worker=${kind}`
