import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

import type { HashWork } from '../configuration/bounds.ts'
import type { IdentityConfig } from '../configuration/config.ts'
import { createFairQueue, QueueFullError, type Lane } from '@gatehouse/platform/work'
import { BusyRefusal } from '../http/busy-refusal.ts'
import { argon2Algorithm } from './argon2.ts'
import { bcryptAlgorithm, longestBcryptBytes } from './bcrypt.ts'
import { foreignAlgorithms } from './foreign/foreign.ts'
import { longestPasswordBytes, type PasswordHasher } from './hasher.ts'
import { JobTimeoutError } from './worker-pool.ts'

/**
 * The queue of usual hashes. All projects share the cores. Each argon2 run holds its own memory (128 MiB by default),
 * so at most one runs for each core. A hundred that wait in one project take some ten seconds on a small machine.
 */
const usual = createFairQueue({
  slots: availableParallelism(),
  slotsOfLane: availableParallelism(),
  waitingOfLane: 200,
  timeoutMs: 30_000,
})
/**
 * Hashes that take longer than usual have separate queues, one check at a time for each project. The dearest, which
 * take seconds, use one of the two slots at most: a project with dear hashes waits about a second, even beside two
 * others.
 */
const dear = createFairQueue({ slots: 2, slotsOfLane: 1, waitingOfLane: 20, timeoutMs: 30_000 })
const dearest = createFairQueue({ slots: 1, slotsOfLane: 1, waitingOfLane: 20, timeoutMs: 30_000 })

/** The time for which a closing hasher still works for its callers, in milliseconds. */
const graceMs = 3_000
const ending = 'The service is ending; please try again in some seconds.'

/** Creates the hasher of a configuration. It hashes in the configured kind, and checks every kind it can read. */
export function createPasswordHasher(config: IdentityConfig['hashers']): PasswordHasher {
  const argon2 = argon2Algorithm(config.argon2)
  const bcrypt = bcryptAlgorithm(config.bcrypt.cost)
  const foreign = foreignAlgorithms()
  const current = config.algorithm === 'argon2' ? argon2 : bcrypt
  const longestBytes = config.algorithm === 'argon2' ? longestPasswordBytes : longestBcryptBytes
  const [usualLane, dearLane, dearestLane] = [usual.lane(), dear.lane(), dearest.lane()]
  const lanes: Readonly<Record<HashWork, Lane>> = {
    usual: usualLane,
    dear: dearLane,
    dearest: (task) => dearestLane(() => dearLane(task)),
  }
  const underWay = new Set<(reason: unknown) => void>()
  let isClosed = false
  const oneOfFew = async <T>(kind: HashWork, work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new BusyRefusal(ending)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    underWay.add(reject)
    const turn = lanes[kind](async () => {
      if (isClosed) throw new BusyRefusal(ending)
      return work()
    })
    turn.then(resolve, (error: unknown) => reject(refusalOf(error)))
    return promise.finally(() => underWay.delete(reject))
  }
  let decoy: Promise<string> | undefined

  const fits = (password: string, bytes: number) => Buffer.byteLength(password, 'utf8') <= bytes
  const algorithmOf = (hash: string) => [argon2, bcrypt, foreign].find((algorithm) => algorithm.reads(hash))
  const hash = (password: string) => oneOfFew(current.ownWork, () => current.hash(password))

  return {
    longestBytes,
    hash: async (password) => {
      if (!fits(password, longestBytes)) throw new RangeError(`the password has more than ${longestBytes} bytes`)
      return hash(password)
    },
    verify: async (stored, password) => {
      const algorithm = algorithmOf(stored)
      if (algorithm === undefined || !fits(password, longestPasswordBytes)) return { ok: false, needsRehash: false }
      const ok = await oneOfFew(algorithm.workOf(stored), () => algorithm.verify(stored, password))
      const tooLongForCurrent = !fits(password, longestBytes)
      return { ok, needsRehash: ok && !tooLongForCurrent && (algorithm !== current || !current.isCurrent(stored)) }
    },
    verifyDecoy: async (password) => {
      if (!fits(password, longestPasswordBytes)) return
      decoy ??= hash(randomBytes(16).toString('hex'))
      const stored = await decoy
      await oneOfFew(current.ownWork, () => current.verify(stored, password))
    },
    reads: (stored) => algorithmOf(stored) !== undefined,
    close: async (left = Promise.resolve()) => {
      await Promise.race([left, pause(graceMs, undefined, { ref: false })])
      isClosed = true
      for (const refuse of underWay) refuse(new BusyRefusal(ending))
      await Promise.all([bcrypt.close(), foreign.close()])
    },
  }
}

/** Returns the error of work that was not done. */
function refusalOf(error: unknown): unknown {
  if (error instanceof QueueFullError) {
    return new BusyRefusal('Too many passwords are being checked right now; please try again in some seconds.')
  }
  if (error instanceof JobTimeoutError) {
    return new BusyRefusal('Checking the password took too long; please try again in some seconds.')
  }
  return error
}
