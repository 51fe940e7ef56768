import { parentPort } from 'node:worker_threads'

// Answers `a` and `b` with the same value; any other value keeps the thread busy for ever.
parentPort?.on('message', (job: unknown) => {
  if (job !== 'a' && job !== 'b') for (;;);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(job)
})
