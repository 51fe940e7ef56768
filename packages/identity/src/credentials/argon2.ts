import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

import type { IdentityConfig } from '../configuration/config.ts'
import { argon2Most, hashBounds, hashWork, type HashWork } from '../configuration/bounds.ts'
import type { HashAlgorithm } from './hasher.ts'

type Parameters_ = IdentityConfig['hashers']['argon2']

interface ParsedHash {
  readonly variant: 'argon2id' | 'argon2i'
  readonly memoryKiB: number
  readonly iterations: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly key: Buffer
}

/** Creates Argon2id with PHC strings (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`); it checks argon2i strings too. */
export function argon2Algorithm(parameters: Parameters_): HashAlgorithm {
  return {
    ownWork: workOf(parameters),
    workOf: (hash) => {
      const parsed = parseArgon2(hash)
      return parsed === undefined ? 'usual' : workOf(parsed)
    },
    reads: (hash) => parseArgon2(hash) !== undefined,
    hash: async (password) => {
      const { memoryKiB, iterations, parallelism, saltLength, keyLength } = parameters
      const salt = randomBytes(saltLength)
      const key = Buffer.alloc(keyLength)
      const made = await derive({ variant: 'argon2id', memoryKiB, iterations, parallelism, salt, key }, password)
      return `$argon2id$v=19$m=${memoryKiB},t=${iterations},p=${parallelism}$${base64(salt)}$${base64(made)}`
    },
    verify: async (hash, password) => {
      const parsed = parseArgon2(hash)
      return parsed !== undefined && timingSafeEqual(await derive(parsed, password), parsed.key)
    },
    isCurrent: (hash) => {
      const parsed = parseArgon2(hash)
      return (
        parsed?.variant === 'argon2id' &&
        parsed.memoryKiB === parameters.memoryKiB &&
        parsed.iterations === parameters.iterations &&
        parsed.key.length === parameters.keyLength
      )
    },
  }
}

function workOf({ memoryKiB, iterations }: Pick<Parameters_, 'memoryKiB' | 'iterations'>): HashWork {
  return hashWork(memoryKiB * iterations, hashBounds.argon2Work.usual)
}

/** Reads a PHC string; undefined if it is none, or exceeds the bounds. */
function parseArgon2(hash: string): ParsedHash | undefined {
  const match = /^\$(argon2id|argon2i)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)={0,2}\$([\w+/-]+)={0,2}$/.exec(hash)
  if (!match) return undefined
  const [, variant, memory, time, lanes, salt = '', key = ''] = match
  const parsed = {
    variant: variant === 'argon2i' ? 'argon2i' : 'argon2id',
    memoryKiB: Number(memory),
    iterations: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  } as const
  const bearable =
    parsed.memoryKiB <= argon2Most.memoryKiB &&
    parsed.memoryKiB * parsed.iterations <= hashBounds.argon2Work.most &&
    parsed.memoryKiB >= 8 * parsed.parallelism &&
    parsed.iterations >= 1 &&
    parsed.iterations <= argon2Most.iterations &&
    parsed.parallelism >= 1 &&
    parsed.parallelism <= argon2Most.parallelism &&
    parsed.salt.length >= 8 &&
    parsed.key.length >= 4 &&
    parsed.key.length <= argon2Most.keyBytes
  return bearable ? parsed : undefined
}

function derive(hash: ParsedHash, password: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { variant, memoryKiB: memory, iterations: passes, parallelism, salt: nonce, key } = hash
    const options = { message: password, nonce, memory, passes, parallelism, tagLength: key.length }
    argon2(variant, options, (error, made) => (error ? reject(error) : resolve(made)))
  })
}

/** Returns base64 without padding, as in PHC strings. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '')
}
