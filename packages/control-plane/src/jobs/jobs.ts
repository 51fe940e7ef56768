import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { UnreachableDatabaseError } from '@gatehouse/platform/database'
import { createRepeatedWork, detached, leaseMs, type Clock } from '@gatehouse/platform/work'

import { type DoWork, type Job, type Jobs, WorkRefused } from '../model/job.ts'
import { JobTakenOverError, type HeldJob, type JobEnd, type JobStore } from '../model/job-store.ts'

/** The limits of each project, and the number of processes that may fail at a job before it is given up. */
const most = { running: 2, finished: 20, takeovers: 5 } as const
/** The pause before the next try while a database does not answer, and the interval of renewals, in milliseconds. */
const pauseMs = 1_000

/** The store of jobs, the function that does their work, and the listener for faults. */
export interface JobsDeps {
  readonly store: JobStore
  readonly work: DoWork
  /** Receives unexpected errors. */
  readonly onError: (error: unknown, jobId: string) => void
  /** Receives the id of a job that another process left and this one continues. */
  readonly onTakenOver?: (jobId: string) => void
  /** Default: the system's. */
  readonly clock?: Clock
  /** The milliseconds since any moment. Default: the process' monotonic clock. */
  readonly uptime?: () => number
}

/**
 * Runs long work in this process. Progress is stored in the database step by step, so that another process can resume.
 */
export function createJobs({ clock = Date.now, uptime = () => performance.now(), ...deps }: JobsDeps): Jobs {
  const { store, onTakenOver, onError } = deps
  const leases = watchLeases(uptime)
  /** While this process works on jobs: each time under another name. */
  let term: { readonly holder: string; readonly runner: ReturnType<typeof createRunner> } | undefined
  const open = () => {
    const holder = randomUUID()
    term ??= { holder, runner: createRunner({ ...deps, clock, holder }) }
  }
  const takeOver = async () => {
    if (term === undefined) return
    const { holder, runner } = term
    for (const id of runner.isIdle() ? [] : await store.renew(holder)) runner.stop(id)
    if (runner.isClosing()) return
    for (const left of leases.ended(await store.ofOthers(holder))) {
      // A job that this process has lost is taken over again only after its first run has ended: the run would write
      // as the holder, or end without another one to follow.
      if (runner.isRunning(left.id)) continue
      const job = await store.takeOver(left, holder, most.takeovers, clock())
      if (job === undefined) continue
      runner.begin(job)
      onTakenOver?.(job.id)
    }
  }
  const watching = createRepeatedWork({
    everyMs: pauseMs,
    work: takeOver,
    failed: (error) => onError(error, 'of processes that have ended'),
    mended: () => undefined,
  })
  return {
    start: async (order, record) => {
      const job = newJob(order, clock())
      const worker = term?.runner.isClosing() === false ? term : undefined
      const started = await store.insert(job, worker?.holder, most.running, () => record(job.id))
      if (started.kind === 'started' && started.id === job.id) worker?.runner.begin(job)
      return started
    },
    find: (projectId, id) => store.find(projectId, id),
    list: (projectId) => store.list(projectId),
    report: (id) => store.report(id),
    stop: async (projectId, id, record) => {
      await store.askToStop(projectId, id, record)
      if ((await store.find(projectId, id)) !== undefined) term?.runner.stop(id)
    },
    running: (projectId) => store.running(projectId),
    open,
    watch: () => {
      open()
      watching.start()
    },
    takeOver,
    close: async () => {
      if (term === undefined) return
      const { holder, runner } = term
      // Until its last step has ended no other process may begin.
      await runner.close()
      await watching.stop()
      await store.release(holder).catch(() => undefined)
      if (term?.holder === holder) term = undefined
    },
  }
}

/**
 * Finds the leases that are not renewed any more, by the clock of this process: clocks of several machines differ, and
 * that of development is moved.
 */
function watchLeases(uptime: () => number) {
  let seen: ReadonlyMap<string, { readonly renewals: number; readonly since: number }> = new Map()
  return {
    /** Returns the jobs that were released, or had the same number of renewals for the duration of a lease. */
    ended: (jobs: readonly HeldJob[]): readonly HeldJob[] => {
      const now = uptime()
      const before = seen
      const sinceOf = ({ id, renewals }: HeldJob) => {
        const known = before.get(id)
        return known?.renewals === renewals ? known.since : now
      }
      seen = new Map(jobs.map((job) => [job.id, { renewals: job.renewals, since: sinceOf(job) }]))
      return jobs.filter((job) => job.isReleased || now - sinceOf(job) >= leaseMs)
    },
  }
}

function newJob({ identityIds = [], source, ...order }: Parameters<Jobs['start']>[0], startedAt: number): Job {
  return {
    ...order,
    id: randomUUID(),
    identityIds,
    source,
    state: 'running',
    total: source === undefined ? identityIds.length : undefined,
    done: 0,
    counts: {},
    startedAt,
    endedAt: undefined,
    failure: undefined,
    isTakenOver: false,
    isToStop: false,
  }
}

type RunnerDeps = Omit<JobsDeps, 'uptime'> & { readonly clock: Clock; readonly holder: string }

/** Does the work of jobs in this process, until each ends, is stopped, or the process ends. */
function createRunner(deps: RunnerDeps) {
  const { store, onError, holder } = deps
  const stopped = new Set<string>()
  const underWay = new Map<string, Promise<void>>()
  let isClosing = false

  function begin(job: Job): void {
    if (underWay.has(job.id)) return
    if (job.isToStop) stopped.add(job.id)
    underWay.set(
      job.id,
      detached(() => run(job)).finally(() => {
        underWay.delete(job.id)
        stopped.delete(job.id)
      }),
    )
  }

  /** Works on a job until it ends, also through an outage of the database. */
  async function run(job: Job): Promise<void> {
    let present = job
    for (;;) {
      try {
        // oxlint-disable no-await-in-loop -- the next try comes after this one has failed
        const end = await endOf(deps, present, { isClosing: () => isClosing, isStopped: () => stopped.has(job.id) })
        if (end !== undefined) await store.end(present, holder, end, most.finished)
        return
      } catch (error) {
        if (error instanceof JobTakenOverError) return
        if (!(error instanceof UnreachableDatabaseError)) onError(error, job.id)
        if (isClosing) return
        await delay(pauseMs)
        present = await store.own(job.id, holder).then(
          (found) => ({ ...found, isTakenOver: true }),
          () => present,
        )
        // oxlint-enable no-await-in-loop
      }
    }
  }

  return {
    begin,
    isRunning: (id: string) => underWay.has(id),
    isIdle: () => underWay.size === 0,
    isClosing: () => isClosing,
    stop: (id: string) => {
      if (underWay.has(id)) stopped.add(id)
    },
    close: async () => {
      isClosing = true
      await Promise.all(underWay.values())
    },
  }
}

/** Does the remaining work. Undefined: another process continues it. */
async function endOf(
  { store, work, onError, clock, holder }: RunnerDeps,
  job: Job,
  { isClosing, isStopped }: { readonly isClosing: () => boolean; readonly isStopped: () => boolean },
): Promise<JobEnd | undefined> {
  // The process before this one may have done a step that it did not report: that step is done again, and reported,
  // before the work is stopped.
  let isUncertain = job.isTakenOver
  const mayGoOn = () => !isClosing() && (isUncertain || !isStopped())
  try {
    if (mayGoOn()) {
      await work(job, {
        stopped: () => !mayGoOn(),
        setTotal: (total) => store.setTotal(job.id, holder, total),
        report: async (rows) => {
          await store.append(job.id, holder, rows)
          isUncertain = false
        },
      })
    }
  } catch (error) {
    if (error instanceof JobTakenOverError || error instanceof UnreachableDatabaseError) throw error
    if (!(error instanceof WorkRefused)) onError(error, job.id)
    return { state: 'failed', failure: error instanceof WorkRefused ? error.message : undefined, endedAt: clock() }
  }
  if (isStopped()) return { state: 'stopped', failure: undefined, endedAt: clock() }
  return isClosing() ? undefined : { state: 'done', failure: undefined, endedAt: clock() }
}
