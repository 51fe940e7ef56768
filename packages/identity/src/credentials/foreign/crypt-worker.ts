import { timingSafeEqual } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

import md5Crypt from 'apache-md5'
import { verify } from 'unixcrypt'

/** One password to check against a crypt string. */
export interface CryptJob {
  readonly password: string
  readonly hash: string
}

parentPort?.on('message', ({ password, hash }: CryptJob) => {
  const result = hash.startsWith('$1$') ? matchesMd5(password, hash) : verify(password, hash)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(result)
})

function matchesMd5(password: string, hash: string): boolean {
  // The library takes one byte from each character.
  const bytes = Buffer.from(password, 'utf8').toString('latin1')
  const [made, expected] = [Buffer.from(md5Crypt(bytes, hash)), Buffer.from(hash)]
  return made.length === expected.length && timingSafeEqual(made, expected)
}
