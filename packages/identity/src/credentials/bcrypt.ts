import type { BcryptJob } from './bcrypt-worker.ts'
import { hashBounds, hashWork } from '../configuration/bounds.ts'
import type { HashAlgorithm } from './hasher.ts'
import { sharedWorkerPool } from './worker-pool.ts'

/** The number of bytes that bcrypt reads. */
export const longestBcryptBytes = 72

/** The prefixes that current bcrypt writes; all mean the same. */
const usual = ['2a', '2b', '2y']

/** Reads and writes bcrypt strings of every prefix that has been in use; threads do the work. */
export function bcryptAlgorithm(cost: number): HashAlgorithm & { close(): Promise<void> } {
  const pool = sharedWorkerPool<BcryptJob, string | boolean>(new URL('./bcrypt-worker.ts', import.meta.url))
  const workOf = (rounds: number) => hashWork(2 ** rounds, 2 ** hashBounds.bcryptCost.usual)
  return {
    ownWork: workOf(cost),
    workOf: (hash) => workOf(parse(hash)?.cost ?? 0),
    reads: (hash) => parse(hash) !== undefined,
    hash: async (password) => String(await pool.run({ kind: 'hash', password, cost })),
    verify: async (hash, password) => {
      const parsed = parse(hash)
      if (!parsed) return false
      for (const variant of variantsOf(parsed, password)) {
        if ((await pool.run({ kind: 'verify', password, hash: variant })) === true) return true
      }
      return false
    },
    isCurrent: (hash) => {
      const parsed = parse(hash)
      return parsed !== undefined && parsed.cost === cost && usual.includes(parsed.prefix)
    },
    close: () => pool.close(),
  }
}

interface Parsed {
  readonly prefix: string
  readonly cost: number
  /** From the cost on. */
  readonly rest: string
}

function parse(hash: string): Parsed | undefined {
  const [, prefix = '', rest = '', digits] = /^\$(2[abxyz]?)(\$(\d\d)\$[./A-Za-z0-9]{53})$/.exec(hash) ?? []
  const cost = Number(digits)
  return cost >= 4 && cost <= hashBounds.bcryptCost.most ? { prefix, cost, rest } : undefined
}

/**
 * Returns the hashes for the library to check. `$2$` is from before passwords were ended with a zero byte, but some
 * programs, Kratos among them, do so for it as well. `$2x$` marks a program that mistook every letter beyond ASCII:
 * without such letters it is the usual hash, and with them it never matches here. `$2z$` is the usual one under another
 * name.
 */
function variantsOf({ prefix, rest }: Parsed, password: string): readonly string[] {
  if (prefix === '2') return [`$2${rest}`, `$2b${rest}`]
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (prefix === '2x' && !/^[\x00-\x7f]*$/.test(password)) return []
  return [`$2b${rest}`]
}
