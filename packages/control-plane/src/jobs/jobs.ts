import { randomUUID } from 'node:crypto'
import type { JobRecord, JobRecords } from './job-records.ts'
import { type JobOrder, type Jobs, WorkRefused } from './job.ts'

/** How much is kept, for each project. */
const most = { running: 2, finished: 20 } as const

type Entry = { -readonly [Key in keyof JobRecord]: JobRecord[Key] }

/** Where jobs are written down, and who hears of faults. `clock` tells Unix milliseconds; the system's by default. */
export interface JobsDeps {
  readonly records: JobRecords
  /** Gets what was not expected. */
  readonly onError: (error: unknown, jobId: string) => void
  readonly clock?: () => number
}

/** Does long work in this process, and keeps its records beyond it. */
export function createJobs({ records, onError, clock = Date.now }: JobsDeps): Jobs {
  const jobs = new Map<string, Entry>(records.all().map((record) => [record.id, { ...record }]))
  const stopped = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let isClosing = false
  const now = () => new Date(clock()).toISOString()
  const running = (projectId: string) => of(projectId).filter(({ state }) => state === 'running').length
  const of = (projectId: string) => [...jobs.values()].filter((job) => job.projectId === projectId)
  const find = (projectId: string, id: string) => {
    const job = jobs.get(id)
    return job?.projectId === projectId ? job : undefined
  }

  async function run(job: Entry, work: JobOrder['work']): Promise<void> {
    const counts = new Map<string, number>()
    try {
      await work({
        stopped: () => isClosing || stopped.has(job.id),
        setTotal: (total) => {
          job.total = total
          records.write(job)
        },
        report: (rows) => {
          records.append(job.id, rows)
          for (const { result } of rows) counts.set(result, (counts.get(result) ?? 0) + 1)
          job.done += rows.length
          job.counts = Object.fromEntries(counts)
          records.write(job)
        },
      })
      // What this process did not come to is interrupted; the record on the disk says so at the next start.
      if (isClosing && !stopped.has(job.id)) return
      job.state = stopped.has(job.id) ? 'stopped' : 'done'
    } catch (error) {
      job.state = 'failed'
      if (error instanceof WorkRefused) job.failure = error.message
      else onError(error, job.id)
    }
    job.endedAt = now()
    stopped.delete(job.id)
    keep(job)
    const finished = of(job.projectId).filter(({ state }) => state !== 'running')
    for (const { id } of finished.slice(0, -most.finished)) {
      jobs.delete(id)
      records.remove(id)
    }
  }

  function keep(job: Entry): void {
    try {
      records.write(job)
    } catch (error) {
      onError(error, job.id)
    }
  }

  return {
    start: ({ projectId, kind, startedBy, total, source, work }) => {
      if (running(projectId) >= most.running) return { kind: 'busy' }
      const job: Entry = {
        id: randomUUID(),
        projectId,
        kind,
        state: 'running',
        total,
        done: 0,
        counts: {},
        startedAt: now(),
        endedAt: undefined,
        startedBy,
        failure: undefined,
        source,
      }
      records.write(job)
      jobs.set(job.id, job)
      const end = run(job, work).finally(() => underWay.delete(end))
      underWay.add(end)
      return { kind: 'started', id: job.id }
    },
    find: (projectId, id) => {
      const job = find(projectId, id)
      return job && { ...job }
    },
    list: (projectId) => of(projectId).toReversed(),
    report: async (projectId, id) => (find(projectId, id) ? records.report(id) : undefined),
    stop: (projectId, id) => {
      if (find(projectId, id)?.state === 'running') stopped.add(id)
    },
    running,
    close: async () => {
      isClosing = true
      await Promise.all(underWay)
    },
  }
}
