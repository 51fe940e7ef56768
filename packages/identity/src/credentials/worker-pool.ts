import { Worker } from 'node:worker_threads'

/** Threads that answer one job at a time; made when first needed, kept for the next job. */
export interface WorkerPool<Job, Result> {
  run(job: Job): Promise<Result>
  /** How many there are. */
  threads(): number
  close(): Promise<void>
}

interface Thread<Result> {
  readonly worker: Worker
  /** Whoever waits for this thread's answer. */
  waiting: { resolve(result: Result): void; reject(error: Error): void } | undefined
}

interface SharedPool {
  readonly pool: WorkerPool<unknown, unknown>
  users: number
}

const pools = new Map<string, SharedPool>()

/**
 * The threads of a program, the same ones for every project of this process. The queue of hashes bounds how many jobs
 * run at once over all of them, and there are no more threads than that. They end with the last who closes.
 */
export function sharedWorkerPool<Job, Result>(file: URL): WorkerPool<Job, Result> {
  const shared = pools.get(file.href) ?? { pool: createWorkerPool<unknown, unknown>(file), users: 0 }
  pools.set(file.href, shared)
  shared.users += 1
  let isOpen = true
  return {
    // What a program takes and answers is known to whoever names its file.
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

function createWorkerPool<Job, Result>(file: URL): WorkerPool<Job, Result> {
  const idle: Thread<Result>[] = []
  const all = new Set<Thread<Result>>()

  function start(): Thread<Result> {
    const thread: Thread<Result> = { worker: new Worker(file), waiting: undefined }
    const end = (cause: unknown) => {
      all.delete(thread)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
      thread.waiting?.reject(new Error('a hashing thread ended early', { cause }))
      thread.waiting = undefined
    }
    thread.worker.on('message', (result: Result) => {
      const { waiting } = thread
      thread.waiting = undefined
      thread.worker.unref()
      idle.push(thread)
      waiting?.resolve(result)
    })
    thread.worker.on('error', end)
    thread.worker.on('exit', end)
    all.add(thread)
    return thread
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const thread = idle.pop() ?? start()
        thread.waiting = { resolve, reject }
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
