import type { jobKinds, jobStates } from '@gatehouse/contract/control-plane'

import type { Principal } from './principal.ts'

/** The caller of work that outlasts a call. */
export interface SavedCaller {
  readonly principal: Principal
  /** The origin that received the call. */
  readonly origin: string
  /** The caller's reason, for the audit log. */
  readonly reason?: string
}

/** The kind of a long-running job. */
export type JobKind = (typeof jobKinds)[number]

/**
 * The state of a job. `failed`: it could not continue, and `failure` gives the reason. `interrupted`: it was given up
 * after several processes that had it ended without progress.
 */
export type JobState = (typeof jobStates)[number]

/** A line of a job's report: the result of one entry. */
export type ReportRow = Readonly<Record<string, string | number>> & { readonly result: string }

/** A long-running job of an operator, as its caller sees it. Times are Unix milliseconds. */
export interface JobView {
  readonly id: string
  readonly kind: JobKind
  readonly state: JobState
  /** The number of entries; absent while it is unknown. */
  readonly total: number | undefined
  readonly done: number
  /** The number of entries with each result: `created`, `refused`, … */
  readonly counts: Readonly<Record<string, number>>
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly startedBy: string
  readonly failure: string | undefined
  /** The id of the import that it reads, if it can be restarted. */
  readonly source: string | undefined
}

/** A job with all data that another process needs to continue it. */
export interface Job extends JobView {
  readonly projectId: string
  readonly caller: SavedCaller
  /** The accounts of a job that is no import. */
  readonly identityIds: readonly string[]
  /** Whether an entry without a row may have been processed: the process that had the job has ended. */
  readonly isTakenOver: boolean
  /** Whether an operator has asked to stop it. */
  readonly isToStop: boolean
}

/** The functions that the work itself calls. */
export interface JobHandle {
  /** Returns whether to stop after the current step. */
  readonly stopped: () => boolean
  readonly setTotal: (total: number) => Promise<void>
  /** Stores the results of the next entries: a process that continues the job begins after them. */
  readonly report: (rows: readonly ReportRow[]) => Promise<void>
}

/**
 * Does the work of a job, from the entry after `done` on. A rejection ends the job as failed. `WorkRefused` has a
 * reason for people; other errors are bugs.
 */
export type DoWork = (job: Job, handle: JobHandle) => Promise<void>

/** The work to start, and its caller. */
export interface JobOrder extends Pick<Job, 'projectId' | 'kind' | 'startedBy' | 'caller'> {
  readonly identityIds?: readonly string[]
  readonly source?: string
}

/** Work that cannot continue, with the reason for people. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused'
}

/** The outcome of an order. `started` says only that the work began; its progress is read by its id. */
export type Started =
  | { readonly kind: 'started'; readonly id: string }
  /** The project has the maximum number of running jobs. */
  | { readonly kind: 'busy' }

/** Long work that continues after its caller has left, and in another process after this one has ended. */
export interface Jobs {
  /**
   * Stores the work, and begins it if this process works on jobs, otherwise another one does; a file that a running job reads is that job's. `record` writes the audit entry in the transaction that stores the work: no work runs
   * without one, and its own entries follow that one.
   */
  start(order: JobOrder, record: (id: string) => Promise<void>): Promise<Started>
  find(projectId: string, id: string): Promise<JobView | undefined>
  /** Newest first. */
  list(projectId: string): Promise<readonly JobView[]>
  /** Reads the report so far, page by page. */
  report(id: string): AsyncIterable<readonly ReportRow[]>
  /** Stops it after its current step. `record` writes the audit entry in the same transaction. */
  stop(projectId: string, id: string, record: () => Promise<void>): Promise<void>
  /** Returns the number of running jobs. */
  running(projectId: string): Promise<number>
  /** Works on jobs in this process, until `close`. */
  open(): void
  /** The same, and does `takeOver` every second. */
  watch(): void
  /**
   * Renews the jobs of this process, stops those that are to stop, begins new ones and continues those of processes that
   * have ended. Does nothing while this process does not work on jobs.
   */
  takeOver(): Promise<void>
  /** Ends all work after its current step: another process continues it, or this one after another `open`. */
  close(): Promise<void>
}
