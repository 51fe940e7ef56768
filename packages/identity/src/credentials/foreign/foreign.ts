import type { HashAlgorithm } from '../hasher.ts'
import { createCryptReader } from './crypt.ts'
import { readHmac, readPatterned, readSaltedSha } from './digests.ts'
import { readFirescrypt, readPbkdf2, readScrypt } from './key-derivation.ts'

/** Checks every supported hash of other systems. None is created here, so none is current. */
export function foreignAlgorithms(): Pick<HashAlgorithm, 'reads' | 'verify' | 'isCurrent' | 'workOf'> & {
  close(): Promise<void>
} {
  const crypt = createCryptReader()
  const readers = [readPbkdf2, readScrypt, readFirescrypt, readSaltedSha, readPatterned, readHmac, crypt.read]
  const find = (hash: string) => {
    for (const read of readers) {
      const found = read(hash)
      if (found) return found
    }
    return undefined
  }
  return {
    reads: (hash) => find(hash) !== undefined,
    verify: async (hash, password) => (await find(hash)?.matches(password)) ?? false,
    workOf: (hash) => find(hash)?.work ?? 'usual',
    isCurrent: () => false,
    close: () => crypt.close(),
  }
}
