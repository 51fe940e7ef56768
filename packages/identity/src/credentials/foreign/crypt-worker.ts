import { parentPort } from 'node:worker_threads'

import { verify } from 'unixcrypt'

/** One password to check against a crypt string. */
export interface CryptJob {
  readonly password: string
  readonly hash: string
}

parentPort?.on('message', ({ password, hash }: CryptJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(verify(password, hash))
})
