import type { jobKinds, jobStates } from '@gatehouse/contract/control-plane'

import type { Principal } from './principal.ts'

/** For whom work is done that outlasts a call. */
export interface SavedCaller {
  readonly principal: Principal
  /** Where the call was received. */
  readonly origin: string
  /** Why, in their words, for the audit log. */
  readonly reason?: string
}

/** What a long piece of work is about. */
export type JobKind = (typeof jobKinds)[number]

/**
 * How far it is. `failed`: it could not go on, and `failure` says why. `interrupted`: it was given up, as several processes
 * that had it ended without getting any further.
 */
export type JobState = (typeof jobStates)[number]

/** A line of a job's report: what became of one entry. */
export type ReportRow = Readonly<Record<string, string | number>> & { readonly result: string }

/** Long work of an operator, as its caller sees it. Times are Unix milliseconds. */
export interface JobView {
  readonly id: string
  readonly kind: JobKind
  readonly state: JobState
  /** How many entries there are; absent while that is not known. */
  readonly total: number | undefined
  readonly done: number
  /** How many entries ended how: `created`, `refused`, … */
  readonly counts: Readonly<Record<string, number>>
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly startedBy: string
  readonly failure: string | undefined
  /** What it works on, if it can be begun again: the id of an import. */
  readonly source: string | undefined
}

/** A job with everything that another process needs to go on with it. */
export interface Job extends JobView {
  readonly projectId: string
  readonly caller: SavedCaller
  /** The accounts of a job that is no import. */
  readonly identityIds: readonly string[]
  /** Whether an entry may have been dealt with whose row is missing: the process that had the job has ended. */
  readonly isTakenOver: boolean
  /** An operator has asked for its end. */
  readonly isToStop: boolean
}

/** What the work itself uses. */
export interface JobHandle {
  /** Whether to stop after what is at hand. */
  readonly stopped: () => boolean
  readonly setTotal: (total: number) => Promise<void>
  /** Keeps what became of the next entries: the process that goes on with the job begins after them. */
  readonly report: (rows: readonly ReportRow[]) => Promise<void>
}

/**
 * Does the work of a job, from the entry after `done` on. A rejection ends the job as failed. `WorkRefused` carries a
 * reason for people; others are faults.
 */
export type DoWork = (job: Job, handle: JobHandle) => Promise<void>

/** What is to be done, and for whom. */
export interface JobOrder extends Pick<Job, 'projectId' | 'kind' | 'startedBy' | 'caller'> {
  readonly identityIds?: readonly string[]
  readonly source?: string
}

/** Work that cannot go on, with the reason for people. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused'
}

/** What came of an order. `started` says only that the work began; how it fares is read by its id. */
export type Started =
  | { readonly kind: 'started'; readonly id: string }
  /** The project has as many jobs under way as it may. */
  | { readonly kind: 'busy' }

/** Long work that goes on when its caller has gone, and in another process when this one has ended. */
export interface Jobs {
  start(order: JobOrder): Promise<Started>
  find(projectId: string, id: string): Promise<JobView | undefined>
  /** Newest first. */
  list(projectId: string): Promise<readonly JobView[]>
  /** The report so far, read page by page. */
  report(id: string): AsyncIterable<readonly ReportRow[]>
  /** Lets it end after what is at hand. */
  stop(projectId: string, id: string): Promise<void>
  /** How many are under way. */
  running(projectId: string): Promise<number>
  /** Goes on with what was under way in processes that have ended; no other process may be doing work now. */
  takeOver(): Promise<void>
  /** Ends everything after what is at hand: another process goes on with it. Before the process ends. */
  close(): Promise<void>
}
