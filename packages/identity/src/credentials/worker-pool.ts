import { Worker } from 'node:worker_threads'

/** Threads that answer one job at a time; made when first needed, kept for the next job. */
export interface WorkerPool<Job, Result> {
  run(job: Job): Promise<Result>
  close(): Promise<void>
}

interface Thread<Result> {
  readonly worker: Worker
  /** Whoever waits for this thread's answer. */
  waiting: { resolve(result: Result): void; reject(error: Error): void } | undefined
}

/** The caller bounds how many jobs run at once; the pool has as many threads as that took at most. */
export function createWorkerPool<Job, Result>(file: URL): WorkerPool<Job, Result> {
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
    close: async () => {
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}
