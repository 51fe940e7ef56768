import { createSentForms, type SentForms } from '@gatehouse/account/sent-forms'
import type { MetricsSnapshot } from '../metrics/metrics.ts'

/** The state of a gateway's workers at one moment. */
export interface WorkersState {
  /** The number of the last change that all of them have; `Number.MAX_SAFE_INTEGER`: there are none. */
  readonly number: number
  /** Whether one of them cannot read the changes. */
  readonly isFailing: boolean
  /** Lets these workers serve by the heartbeat of that moment (`monotonicMs`), once they have caught up. */
  readonly extendServing: (at: number) => void
}

/** The relation of a process that serves an installation to the other processes. */
export interface WorkerRole {
  /** Whether it is the first process of its gateway: it prepares a new installation, and shows the banner. */
  readonly isFirst: boolean
  /** Whether other processes serve the same databases. */
  readonly isShared: boolean
  readonly sentForms: SentForms
  /** Returns whether it is fenced: it may lack changes of other gateways, and serves nothing. */
  readonly isFenced: () => boolean
  /** Resolves once every other process has all changes up to that number, or has ended. */
  readonly publish: (number: number) => Promise<void>
  /**
   * Registers the function that applies the changes of projects and returns the number of the last one; it is called
   * whenever there may be some. Resolves once the process has all of them; it must not listen before.
   */
  readonly onChanges: (catchUp: () => Promise<number>) => Promise<void>
  /** Registers the function that starts or stops the background work, which belongs to one process of the installation. */
  readonly onBackground: (change: (isMine: boolean) => void) => void
  /** Returns the metrics of the other workers, also of those that ended. The primary keeps `own`, as this one may end too. */
  readonly metricsOfOthers: (own: MetricsSnapshot) => Promise<readonly MetricsSnapshot[]>
  /** Registers the function that reads the metrics of this process for the primary. */
  readonly onMetricsAsked: (snapshot: () => Promise<MetricsSnapshot>) => void
  /** Called once it listens. */
  readonly serves: () => void
}

/** Returns the role of the only process of an installation. */
export function singleProcess(): WorkerRole {
  return {
    isFirst: true,
    isShared: false,
    sentForms: createSentForms(),
    isFenced: () => false,
    publish: async () => {},
    onChanges: async () => {},
    onBackground: (change) => change(true),
    metricsOfOthers: async () => [],
    onMetricsAsked: () => {},
    serves: () => {},
  }
}
