import type { BcryptJob } from './bcrypt-worker.ts'
import type { HashAlgorithm } from './hasher.ts'
import { createWorkerPool } from './worker-pool.ts'

/** bcrypt looks at no more bytes than this. */
export const longestBcryptBytes = 72

/** The highest cost a stored hash may have: 2^16 rounds take some seconds. */
const highestCost = 16

/** bcrypt strings (`$2a$`, `$2b$`, `$2y$`), worked out in threads. */
export function bcryptAlgorithm(cost: number): HashAlgorithm & { close(): Promise<void> } {
  const pool = createWorkerPool<BcryptJob, string | boolean>(new URL('./bcrypt-worker.ts', import.meta.url))
  return {
    reads: (hash) => costOf(hash) !== undefined,
    hash: async (password) => String(await pool.run({ kind: 'hash', password, cost })),
    verify: async (hash, password) => (await pool.run({ kind: 'verify', password, hash })) === true,
    isCurrent: (hash) => costOf(hash) === cost,
    close: () => pool.close(),
  }
}

function costOf(hash: string): number | undefined {
  const cost = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1])
  return cost >= 4 && cost <= highestCost ? cost : undefined
}
