import { createSentForms, type SentForms } from '@gatehouse/account/sent-forms'
import type { HostedProject } from '@gatehouse/control-plane/service'
import type { HeldLease } from './lease.ts'
import type { MetricsSnapshot } from '../metrics/metrics.ts'

/** A change of a project that every process has to know before the change is answered. */
export type ProjectChange =
  /** The project was opened, or runs with other settings. */
  | { readonly kind: 'present'; readonly project: HostedProject }
  /** The project no longer runs: its data is about to be moved, or the leader could not open it and has halted it. */
  | { readonly kind: 'removed'; readonly project: HostedProject }

/** Resolves once every other process has the changes, or has ended. Rejects with an `UnpublishedChangeError`. */
export type RelayChanges = (changes: readonly ProjectChange[]) => Promise<void>

/** A change could not be published to other gateways, which keep their earlier state. The message has the reason. */
export class UnpublishedChangeError extends Error {}

/** The process that runs the console, the admin API and the background work. */
export interface Leader {
  readonly kind: 'leader'
  readonly sentForms: SentForms
  /** Whether other processes serve the same databases. */
  readonly isShared: boolean
  /** Its lease among the gateways; the database fences off writes of any other holder. Absent: there are no others. */
  readonly lease: HeldLease | undefined
  readonly relay: RelayChanges
  /**
   * Metrics of the other processes, also of those that ended. They keep the given ones, as this process may end too.
   */
  readonly metricsOfOthers: (own: MetricsSnapshot) => Promise<readonly MetricsSnapshot[]>
  readonly countedBy: CountedBy
  /** Called once it listens. */
  readonly serves: () => void
}

/** Registers the function that reads this process's metrics for other processes. */
export type CountedBy = (snapshot: () => Promise<MetricsSnapshot>) => void

/** A process that answers requests to the public origin and to the projects, and does nothing else. */
export interface Follower {
  readonly kind: 'follower'
  readonly sentForms: SentForms
  readonly isShared: true
  /** Returns whether it is fenced: it may lack changes of other gateways, and serves nothing. */
  readonly isFenced: () => boolean
  readonly countedBy: CountedBy
  /** The projects that the leader runs, the default one first. */
  readonly projects: readonly HostedProject[]
  /** Called once it listens. */
  readonly serves: () => void
  /**
   * Registers the handler of changes, which gets one at a time, in their order. Resolves once it has applied the
   * changes since the start; the process must not listen before.
   */
  readonly onChange: (apply: (change: ProjectChange) => Promise<void>) => Promise<void>
}

/** The role of a process that serves an installation. */
export type WorkerRole = Leader | Follower

/** Returns the role of the only process of an installation. */
export function singleProcess(): Leader {
  return {
    kind: 'leader',
    sentForms: createSentForms(),
    isShared: false,
    lease: undefined,
    relay: async () => {},
    metricsOfOthers: async () => [],
    countedBy: () => {},
    serves: () => {},
  }
}
