import { createSentForms, type SentForms } from '@gatehouse/account/sent-forms'
import type { MetricsSnapshot } from '../metrics/metrics.ts'

/** The state of a gateway's workers at one moment. */
export interface WorkersState {
  /** The number of the last change that all of them have applied; `Number.MAX_SAFE_INTEGER`: there are no workers. */
  readonly appliedNumber: number
  /** Whether one of them cannot read the changes. */
  readonly isFailing: boolean
  /**
   * Sends the time of a stored heartbeat (`monotonicMs`) to these workers: each serves on once it has caught up. A worker
   * that subscribed later did not count for `appliedNumber`.
   */
  readonly extendServing: (at: number) => void
}

/** The means by which a serving process coordinates with the other processes of its installation. */
export interface WorkerRole {
  /** Whether it is the first process of its gateway: it prepares a new installation, and shows the banner. */
  readonly isFirst: boolean
  /** Whether other processes serve the same databases. */
  readonly isShared: boolean
  readonly sentForms: SentForms
  /** Returns whether it is fenced: it may lack changes of other gateways, and serves nothing. */
  readonly isFenced: () => boolean
  /** Resolves once every other process has all changes up to that number, or has ended. */
  readonly awaitApplied: (number: number) => Promise<void>
  /**
   * Registers the function that applies the changes of projects and returns the number of the last one; it is called
   * whenever there may be some. Resolves once the process has all of them; it must not listen before.
   */
  readonly onChanges: (catchUp: () => Promise<number>) => Promise<void>
  /** Registers the function that starts or stops the background work, which belongs to one process of the installation. */
  readonly onBackground: (change: (ownsBackground: boolean) => void) => void
  /** Returns the metrics of the other workers, also of those that ended. The primary keeps `own`, as this one may end too. */
  readonly metricsOfOthers: (own: MetricsSnapshot) => Promise<readonly MetricsSnapshot[]>
  /** Registers the function that reads the metrics of this process for the primary. */
  readonly onMetricsRequest: (snapshot: () => Promise<MetricsSnapshot>) => void
  /** Reports to the primary that this process listens. */
  readonly reportReady: () => void
}

/** Returns the role of the only process of an installation. */
export function singleProcess(): WorkerRole {
  return {
    isFirst: true,
    isShared: false,
    sentForms: createSentForms(),
    isFenced: () => false,
    awaitApplied: async () => {},
    onChanges: async () => {},
    onBackground: (change) => change(true),
    metricsOfOthers: async () => [],
    onMetricsRequest: () => {},
    reportReady: () => {},
  }
}
