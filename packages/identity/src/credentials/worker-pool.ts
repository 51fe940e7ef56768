import { Worker } from 'node:worker_threads'

/** Threads that answer one job at a time; created at the first job, kept for the next one. */
export interface WorkerPool<Job, Result> {
  /** Rejects with a `JobTimeoutError` if the job takes too long, and with another Error if its thread ends. */
  run(job: Job): Promise<Result>
  /** Counts the threads. */
  threads(): number
  close(): Promise<void>
}

interface Thread<Result> {
  readonly worker: Worker
  /** The caller that waits for this thread's answer, and the timer that ends the wait. */
  waiting: { readonly timer: NodeJS.Timeout; resolve(result: Result): void; reject(error: Error): void } | undefined
}

/** A job exceeded its time. Its thread was ended; the next job gets a new one. */
export class JobTimeoutError extends Error {}

/**
 * The time limit of a job, in milliseconds: the dearest accepted hash (`bounds.ts`) takes some four seconds of a core;
 * a busy machine takes several times as long.
 */
const longestJobMs = 15_000

interface SharedPool {
  readonly pool: WorkerPool<unknown, unknown>
  users: number
}

const pools = new Map<string, SharedPool>()

/**
 * Returns the threads of a program, shared by every project of this process. The queues of hashes bound how many jobs
 * run at once over all projects, and there are no more threads than that. The last caller of `close` ends them; no job
 * takes longer than `timeoutMs`.
 */
export function sharedWorkerPool<Job, Result>(file: URL, timeoutMs = longestJobMs): WorkerPool<Job, Result> {
  const shared = pools.get(file.href) ?? { pool: createWorkerPool<unknown, unknown>(file, timeoutMs), users: 0 }
  pools.set(file.href, shared)
  shared.users += 1
  let isOpen = true
  return {
    // The caller that names the file knows the types of its jobs and answers.
    run: (job) => shared.pool.run(job) as Promise<Result>,
    threads: () => shared.pool.threads(),
    close: async () => {
      if (!isOpen) return
      isOpen = false
      shared.users -= 1
      if (shared.users > 0) return
      pools.delete(file.href)
      await shared.pool.close()
    },
  }
}

function createWorkerPool<Job, Result>(file: URL, timeoutMs: number): WorkerPool<Job, Result> {
  const idle: Thread<Result>[] = []
  const all = new Set<Thread<Result>>()

  function start(): Thread<Result> {
    const thread: Thread<Result> = { worker: new Worker(file), waiting: undefined }
    const end = (cause: unknown) => {
      all.delete(thread)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
      take(thread)?.reject(new Error('a hashing thread ended early', { cause }))
    }
    thread.worker.on('message', (result: Result) => {
      const waiting = take(thread)
      // It answered at the moment it was ended.
      if (waiting === undefined) return
      thread.worker.unref()
      idle.push(thread)
      waiting.resolve(result)
    })
    thread.worker.on('error', end)
    thread.worker.on('exit', end)
    all.add(thread)
    return thread
  }

  function take(thread: Thread<Result>): Thread<Result>['waiting'] {
    const { waiting } = thread
    thread.waiting = undefined
    clearTimeout(waiting?.timer)
    return waiting
  }

  /** Removes a thread: it gets no other job. */
  function giveUp(thread: Thread<Result>): void {
    all.delete(thread)
    void thread.worker.terminate()
    take(thread)?.reject(new JobTimeoutError('the job took too long'))
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const thread = idle.pop() ?? start()
        thread.waiting = { resolve, reject, timer: setTimeout(() => giveUp(thread), timeoutMs) }
        thread.worker.ref()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        thread.worker.postMessage(job)
      }),
    threads: () => all.size,
    close: async () => {
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}
