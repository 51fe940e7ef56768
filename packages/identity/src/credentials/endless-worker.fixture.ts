import { parentPort } from 'node:worker_threads'

// Answers what it is given, where it is `a` or `b`; anything else keeps the thread busy for good.
parentPort?.on('message', (job: unknown) => {
  if (job !== 'a' && job !== 'b') for (;;);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(job)
})
