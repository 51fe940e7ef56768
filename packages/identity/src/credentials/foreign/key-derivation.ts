import { createCipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { hashBounds, hashWork, type HashWork } from '../../configuration/bounds.ts'
import { base64Bytes, type ForeignReader } from './foreign-hash.ts'

const derivePbkdf2 = promisify(pbkdf2)
const longestKey = 1_024
/** A stored hash that needs more memory than this is refused. */
const mostScryptBytes = 256 * 1024 * 1024

/** `$pbkdf2-sha256$i=100000,l=32$salt$hash` */
export const readPbkdf2: ForeignReader = (hash) => {
  const match = /^\$pbkdf2-(sha(?:1|224|256|384|512))\$i=(\d{1,9}),l=(\d{1,4})\$([^$]+)\$([^$]+)$/.exec(hash)
  const [, digest = '', i, l, saltText, keyText] = match ?? []
  const [salt, key] = [base64Bytes(saltText), base64Bytes(keyText)]
  const [iterations, length] = [Number(i), Number(l)]
  if (!salt || !key || key.length !== length || length > longestKey) return undefined
  if (iterations < 1 || iterations > hashBounds.pbkdf2Iterations.most) return undefined
  return {
    work: hashWork(iterations, hashBounds.pbkdf2Iterations.usual),
    matches: async (password) => timingSafeEqual(await derivePbkdf2(password, salt, iterations, length, digest), key),
  }
}

/** `$scrypt$ln=16384,r=8,p=1$salt$hash`; `ln` is the cost, or its logarithm. */
export const readScrypt: ForeignReader = (hash) => {
  const match = /^\$scrypt\$ln=(\d{1,9}),r=(\d{1,3}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/.exec(hash)
  const [salt, key] = [base64Bytes(match?.[4]), base64Bytes(match?.[5])]
  const cost = costOf(match)
  if (!salt || !key || !cost || key.length > longestKey) return undefined
  return {
    work: scryptWork(cost),
    matches: async (password) => timingSafeEqual(await deriveScrypt(password, salt, key.length, cost), key),
  }
}

/** Firebase: `$firescrypt$ln=14,r=8,p=1$salt$hash$separator$signerkey`. The derived key encrypts the signer key. */
export const readFirescrypt: ForeignReader = (hash) => {
  const match = /^\$firescrypt\$ln=(\d{1,9}),r=(\d{1,3}),p=(\d{1,3})\$([^$]+)\$([^$]+)\$([^$]*)\$([^$]+)$/.exec(hash)
  const [salt, expected, signer] = [base64Bytes(match?.[4]), base64Bytes(match?.[5]), base64Bytes(match?.[7])]
  const separator = match?.[6] === '' ? Buffer.alloc(0) : base64Bytes(match?.[6])
  const cost = costOf(match)
  if (!salt || !expected || !signer || !separator || !cost) return undefined
  return {
    work: scryptWork(cost),
    matches: async (password) => {
      const key = await deriveScrypt(password, Buffer.concat([salt, separator]), 32, cost)
      const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
      const made = Buffer.concat([cipher.update(signer), cipher.final()])
      return made.length === expected.length && timingSafeEqual(made, expected)
    },
  }
}

interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

function costOf(match: RegExpExecArray | null): ScryptCost | undefined {
  const [ln, r, p] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  const N = ln < 64 ? 2 ** ln : ln
  const isPower = N > 1 && Number.isInteger(Math.log2(N))
  const fits = 128 * N * r <= mostScryptBytes && 128 * N * r * p <= hashBounds.scryptWork.most
  return isPower && r >= 1 && p >= 1 && p <= 16 && fits ? { N, r, p } : undefined
}

function scryptWork({ N, r, p }: ScryptCost): HashWork {
  return hashWork(128 * N * r * p, hashBounds.scryptWork.usual)
}

function deriveScrypt(password: string, salt: Buffer, length: number, cost: ScryptCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 2 * mostScryptBytes }
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
