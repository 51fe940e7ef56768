import { parentPort } from 'node:worker_threads'

// Answers what it is given, except `endless`, which keeps the thread busy for good.
parentPort?.on('message', (job: string) => {
  if (job === 'endless') for (;;);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(job)
})
