import { createSentForms, type SentForms } from '@gatehouse/account/sent-forms'
import type { MetricsSnapshot } from '../metrics/metrics.ts'

/** Registers the function that reads this process's metrics for other processes. */
export type CountedBy = (snapshot: () => Promise<MetricsSnapshot>) => void

/** The state of the workers at one moment. */
export interface WorkersState {
  /** The number of the last change that all of them have; infinite: there are none. */
  readonly number: number
  /** Whether one of them cannot read the changes. */
  readonly isFailing: boolean
  /** Tells these workers the moment of a heartbeat that was stored since. */
  readonly extendServing: (at: number) => void
}

/** What a process that serves an installation has to do with the processes beside it. */
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
  /** Registers the switch of the background work: it is on in one process of the installation at a time. */
  readonly onBackground: (change: (isMine: boolean) => void) => void
  /**
   * Metrics of the other processes, also of those that ended. They keep the given ones, as this process may end too.
   */
  readonly metricsOfOthers: (own: MetricsSnapshot) => Promise<readonly MetricsSnapshot[]>
  readonly countedBy: CountedBy
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
    countedBy: () => {},
    serves: () => {},
  }
}
