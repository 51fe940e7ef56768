import { parentPort } from 'node:worker_threads'

import { compareSync, hashSync } from 'bcryptjs'

/** One piece of work for the thread. The answer is the hash, or whether it matched. */
export type BcryptJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string }

parentPort?.on('message', (job: BcryptJob) => {
  const result = job.kind === 'hash' ? hashSync(job.password, job.cost) : compareSync(job.password, job.hash)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(result)
})
