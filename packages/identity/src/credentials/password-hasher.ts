import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'

import type { IdentityConfig } from '../configuration/config.ts'
import { createFairQueue, QueueFullError } from '@gatehouse/platform/work'
import { BusyRefusal } from '../http/busy-refusal.ts'
import { argon2Algorithm } from './argon2.ts'
import { bcryptAlgorithm, longestBcryptBytes } from './bcrypt.ts'
import { foreignAlgorithms } from './foreign/foreign.ts'
import { longestPasswordBytes } from './hasher.ts'
import type { PasswordHasher } from './hasher.ts'

/**
 * All projects share the cores. Each argon2 run holds its own memory (128 MiB by default): no more of them at once than
 * there are cores. A hundred that wait in one project take some ten seconds on a small machine.
 */
const queue = createFairQueue({
  slots: availableParallelism(),
  slotsOfLane: availableParallelism(),
  waitingOfLane: 200,
  patienceMs: 30_000,
})

/** The hasher of a configuration. It makes hashes of the configured kind, and checks every kind it can read. */
export function createPasswordHasher(config: IdentityConfig['hashers']): PasswordHasher {
  const argon2 = argon2Algorithm(config.argon2)
  const bcrypt = bcryptAlgorithm(config.bcrypt.cost)
  const foreign = foreignAlgorithms()
  const current = config.algorithm === 'argon2' ? argon2 : bcrypt
  const longestBytes = config.algorithm === 'argon2' ? longestPasswordBytes : longestBcryptBytes
  const lane = queue.lane()
  const oneOfFew = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await lane(work)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw new BusyRefusal('Too many passwords are being checked right now; please try again in some seconds.')
    }
  }
  let decoy: Promise<string> | undefined

  const fits = (password: string, bytes: number) => Buffer.byteLength(password, 'utf8') <= bytes
  const algorithmOf = (hash: string) => [argon2, bcrypt, foreign].find((algorithm) => algorithm.reads(hash))
  const hash = (password: string) => oneOfFew(() => current.hash(password))

  return {
    longestBytes,
    hash: async (password) => {
      if (!fits(password, longestBytes)) throw new RangeError(`the password has more than ${longestBytes} bytes`)
      return hash(password)
    },
    verify: async (stored, password) => {
      const algorithm = algorithmOf(stored)
      if (algorithm === undefined || !fits(password, longestPasswordBytes)) return { ok: false, needsRehash: false }
      const ok = await oneOfFew(() => algorithm.verify(stored, password))
      const tooLongForCurrent = !fits(password, longestBytes)
      return { ok, needsRehash: ok && !tooLongForCurrent && (algorithm !== current || !current.isCurrent(stored)) }
    },
    verifyDecoy: async (password) => {
      if (!fits(password, longestPasswordBytes)) return
      decoy ??= hash(randomBytes(16).toString('hex'))
      const stored = await decoy
      await oneOfFew(() => current.verify(stored, password))
    },
    reads: (stored) => algorithmOf(stored) !== undefined,
    close: async () => void (await Promise.all([bcrypt.close(), foreign.close()])),
  }
}
