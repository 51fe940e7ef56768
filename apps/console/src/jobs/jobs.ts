import { randomUUID } from 'node:crypto'
import type { JobOrder, Jobs, JobState, JobView, ReportRow } from './job.ts'

/** How much is kept, for each project. */
const most = { running: 2, finished: 20 } as const

interface Job {
  readonly id: string
  readonly order: JobOrder
  readonly rows: ReportRow[]
  readonly counts: Map<string, number>
  readonly startedAt: number
  endedAt: number | undefined
  total: number | undefined
  state: JobState
  failure: string | undefined
  isStopped: boolean
}

export interface JobsDeps {
  /** Gets what nobody expected. */
  readonly onError: (error: unknown, jobId: string) => void
  readonly clock?: () => number
}

/** Keeps jobs in the memory of this process. */
export function createJobs({ onError, clock = Date.now }: JobsDeps): Jobs {
  const jobs = new Map<string, Job>()
  const of = (projectId: string) => [...jobs.values()].filter(({ order }) => order.projectId === projectId)
  const find = (projectId: string, id: string) => {
    const job = jobs.get(id)
    return job?.order.projectId === projectId ? job : undefined
  }

  async function run(job: Job): Promise<void> {
    try {
      await job.order.work({
        stopped: () => job.isStopped,
        setTotal: (total) => void (job.total = total),
        report: (rows) => {
          job.rows.push(...rows)
          for (const { result } of rows) job.counts.set(result, (job.counts.get(result) ?? 0) + 1)
        },
      })
      job.state = job.isStopped ? 'stopped' : 'done'
    } catch (error) {
      job.state = 'failed'
      // By name: a bundle and its host may hold a copy of the class each.
      if (error instanceof Error && error.name === 'WorkRefused') job.failure = error.message
      else onError(error, job.id)
    }
    job.endedAt = clock()
    const finished = of(job.order.projectId).filter(({ state }) => state !== 'running')
    for (const { id } of finished.slice(0, -most.finished)) jobs.delete(id)
  }

  return {
    start: (order) => {
      if (of(order.projectId).filter(({ state }) => state === 'running').length >= most.running) return { kind: 'busy' }
      const job: Job = {
        id: randomUUID(),
        order,
        rows: [],
        counts: new Map(),
        startedAt: clock(),
        endedAt: undefined,
        total: order.total,
        state: 'running',
        failure: undefined,
        isStopped: false,
      }
      jobs.set(job.id, job)
      void run(job)
      return { kind: 'started', id: job.id }
    },
    find: (projectId, id) => {
      const job = find(projectId, id)
      return job && viewOf(job)
    },
    list: (projectId) => of(projectId).map(viewOf).toReversed(),
    report: (projectId, id) => find(projectId, id)?.rows,
    stop: (projectId, id) => {
      const job = find(projectId, id)
      if (job) job.isStopped = true
    },
  }
}

function viewOf({ id, order, rows, counts, startedAt, endedAt, total, state, failure }: Job): JobView {
  return {
    id,
    kind: order.kind,
    state,
    total,
    done: rows.length,
    counts: Object.fromEntries(counts),
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === undefined ? undefined : new Date(endedAt).toISOString(),
    startedBy: order.startedBy,
    failure,
    source: order.source,
  }
}
