import { timingSafeEqual } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

import { hashSync } from 'bcryptjs'

/** One job of the thread. The answer is the hash, or whether it matched. */
export type BcryptJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string }

const keyLength = 31

parentPort?.on('message', (job: BcryptJob) => {
  const result = job.kind === 'hash' ? hashSync(job.password, job.cost) : matches(job.password, job.hash)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(result)
})

/** Compares a password. The library's own comparison refuses `$2$`, which is a character shorter. */
function matches(password: string, hash: string): boolean {
  const made = Buffer.from(hashSync(password, hash.slice(0, -keyLength)))
  const expected = Buffer.from(hash)
  return made.length === expected.length && timingSafeEqual(made, expected)
}
