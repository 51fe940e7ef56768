import type { jobKinds, jobStates } from '@gatehouse/contract/control-plane'

/** What a long piece of work is about. */
export type JobKind = (typeof jobKinds)[number]

/** How far it is. `failed`: it could not go on, and `failure` says why. `interrupted`: the process ended meanwhile. */
export type JobState = (typeof jobStates)[number]

/** A line of a job's report: what became of one entry. */
export type ReportRow = Readonly<Record<string, string | number>> & { readonly result: string }

/** Long work of an operator, as its caller sees it. Times are RFC 3339. */
export interface JobView {
  readonly id: string
  readonly kind: JobKind
  readonly state: JobState
  /** How many entries there are; absent while that is not known. */
  readonly total: number | undefined
  readonly done: number
  /** How many entries ended how: `created`, `refused`, … */
  readonly counts: Readonly<Record<string, number>>
  readonly startedAt: string
  readonly endedAt: string | undefined
  readonly startedBy: string
  readonly failure: string | undefined
  /** What it works on, if it can be begun again: the id of an import. */
  readonly source: string | undefined
}

/** What the work itself uses. */
export interface JobHandle {
  /** Whether to stop after what is at hand. */
  readonly stopped: () => boolean
  readonly setTotal: (total: number) => void
  readonly report: (rows: readonly ReportRow[]) => void
}

/** What is to be done, and for whom. */
export interface JobOrder {
  readonly projectId: string
  readonly kind: JobKind
  readonly startedBy: string
  readonly total?: number
  readonly source?: string
  /** A rejection ends the job as failed. `WorkRefused` carries a reason for people; others are faults. */
  readonly work: (handle: JobHandle) => Promise<void>
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

/** Long work that goes on when its caller has gone. It ends with the process; its record and its report stay. */
export interface Jobs {
  start(order: JobOrder): Started
  find(projectId: string, id: string): JobView | undefined
  /** Newest first. */
  list(projectId: string): readonly JobView[]
  /** The report so far. */
  report(projectId: string, id: string): Promise<readonly ReportRow[] | undefined>
  /** Lets it end after what is at hand. */
  stop(projectId: string, id: string): void
  /** How many are under way. */
  running(projectId: string): number
  /** Ends everything after what is at hand; the next start finds it as interrupted. Before the process ends. */
  close(): Promise<void>
}
