import { createHash, createHmac, timingSafeEqual, createCipheriv, pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { hashBounds, hashWork, type HashWork } from '../../configuration/bounds.ts'
import type { HashAlgorithm } from '../hasher.ts'
import { sharedWorkerPool } from '../worker-pool.ts'
import type { CryptJob } from './crypt-worker.ts'

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

/** `{SSHA}`, `{SSHA256}`, `{SSHA512}` and base64 of digest and salt. */
const readSaltedSha: ForeignReader = (hash) => {
  const match = /^\{SSHA(|256|512)\}(.+)$/.exec(hash)
  const bytes = base64Bytes(match?.[2])
  const digest = match?.[1] === '' ? 'sha1' : `sha${match?.[1]}`
  const length = { sha1: 20, sha256: 32, sha512: 64 }[digest]
  if (!bytes || length === undefined || bytes.length <= length) return undefined
  const [expected, salt] = [bytes.subarray(0, length), bytes.subarray(length)]
  return {
    matches: async (password) => timingSafeEqual(createHash(digest).update(password).update(salt).digest(), expected),
  }
}

/** `$sha256$pf=<pattern>$salt$hash`; the pattern gives the positions of salt and password. `$md5$hash` has neither. */
const readPatterned: ForeignReader = (hash) => {
  const plain = /^\$md5\$([^$]+)$/.exec(hash)
  const match = /^\$(md5|sha1|sha256|sha512)\$pf=([^$]+)\$([^$]+)\$([^$]+)$/.exec(hash)
  const digest = plain ? 'md5' : match?.[1]
  const expected = base64Bytes(plain?.[1] ?? match?.[4])
  const [pattern, salt] = [base64Bytes(match?.[2])?.toString('utf8'), base64Bytes(match?.[3])]
  if (digest === undefined || expected?.length !== createHash(digest).digest().length) return undefined
  if (plain) return comparing((password) => createHash('md5').update(password).digest(), expected)
  if (!pattern?.includes('{PASSWORD}') || !salt || pattern.length > 256) return undefined
  const parts = pattern.split(/(\{SALT\}|\{PASSWORD\})/)
  return comparing((password) => {
    const made = createHash(digest)
    for (const part of parts) made.update(part === '{SALT}' ? salt : part === '{PASSWORD}' ? password : part)
    return made.digest()
  }, expected)
}

/** `$hmac-sha256$hash$key`; the hash is base64 of the digest, or of its hexadecimal text. */
const readHmac: ForeignReader = (hash) => {
  const match = /^\$hmac-(md4|md5|sha1|sha224|sha256|sha384|sha512)\$([^$]+)\$([^$]+)$/.exec(hash)
  const [digest, expected, key] = [match?.[1], base64Bytes(match?.[2]), base64Bytes(match?.[3])]
  const length = hmacBytes[digest ?? '']
  if (digest === undefined || length === undefined || !expected || !key) return undefined
  if (expected.length !== length && expected.length !== 2 * length) return undefined
  return comparing(async (password) => {
    const made = await hmac(digest, key, password)
    return expected.length === length ? made : Buffer.from(made.toString('hex'))
  }, expected)
}

const hmacBytes: Readonly<Record<string, number>> = {
  md4: 16,
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
}

/** Computes an HMAC. OpenSSL has removed MD4; its library is loaded at the first such hash. */
async function hmac(digest: string, key: Buffer, password: string): Promise<Buffer> {
  if (digest !== 'md4') return createHmac(digest, key).update(password).digest()
  const { createHMAC, createMD4 } = await import('hash-wasm')
  const made = await createHMAC(createMD4(), key)
  return Buffer.from(made.update(password).digest('binary'))
}

function comparing(make: (password: string) => Buffer | Promise<Buffer>, expected: Buffer) {
  return {
    matches: async (password: string) => {
      const made = await make(password)
      return made.length === expected.length && timingSafeEqual(made, expected)
    },
  }
}

const derivePbkdf2 = promisify(pbkdf2)
const longestKey = 1_024
/** A stored hash that needs more memory than this is refused. */
const mostScryptBytes = 256 * 1024 * 1024

/** `$pbkdf2-sha256$i=100000,l=32$salt$hash` */
const readPbkdf2: ForeignReader = (hash) => {
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
const readScrypt: ForeignReader = (hash) => {
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
const readFirescrypt: ForeignReader = (hash) => {
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

const usualRounds = 5_000

const variants = { 256: { id: '5', length: 43 }, 512: { id: '6', length: 86 } } as const

/** Reads the hashes of /etc/shadow; threads compute them. */
function createCryptReader(): { readonly read: ForeignReader; close(): Promise<void> } {
  const pool = sharedWorkerPool<CryptJob, boolean>(new URL('./crypt-worker.ts', import.meta.url))
  const checking = (hash: string, rounds: number) => ({
    work: hashWork(rounds, hashBounds.cryptRounds.usual),
    matches: (password: string) => pool.run({ password, hash }),
  })
  return {
    read: (hash) => {
      const sha = shaCrypt(hash)
      if (sha) return checking(sha.plain, sha.rounds)
      const md5 = md5Crypt(hash)
      return md5 === undefined ? undefined : checking(md5, 0)
    },
    close: () => pool.close(),
  }
}

/** Reads `$sha256-crypt$rounds=5000$salt$hash` and `$sha512-crypt$…`, with an optional `$5` or `$6` before the rest. */
function shaCrypt(hash: string): { readonly plain: string; readonly rounds: number } | undefined {
  const match =
    /^\$sha(256|512)-crypt(\$[56])?(\$rounds=(\d{1,9}))?(\$[./A-Za-z0-9]{1,16}\$([./A-Za-z0-9]{43,86}))$/.exec(hash)
  const [, bits, named, roundsPart = '', roundsText, rest = '', key = ''] = match ?? []
  const rounds = Number(roundsText ?? usualRounds)
  if (!match || rounds < 1_000 || rounds > hashBounds.cryptRounds.most) return undefined
  const { id, length } = variants[bits === '256' ? 256 : 512]
  if (key.length !== length || (named !== undefined && named !== `$${id}`)) return undefined
  return { plain: `$${id}${roundsPart}${rest}`, rounds }
}

/** Reads `$md5-crypt$salt$hash`, with an optional `$1` before the rest. The salt may be empty. */
function md5Crypt(hash: string): string | undefined {
  const rest = /^\$md5-crypt(?:\$1)?(\$[./A-Za-z0-9]{0,8}\$[./A-Za-z0-9]{22})$/.exec(hash)?.[1]
  return rest === undefined ? undefined : `$1${rest}`
}

/** A hash that another system created. It is only checked: the first sign-in replaces it. */
interface ForeignHash {
  /** The work of checking it. Default: the usual. */
  readonly work?: HashWork
  matches(password: string): Promise<boolean>
}

/** Reads one family of hash strings; nothing, if the string is of another one or exceeds the bounds. */
type ForeignReader = (hash: string) => ForeignHash | undefined

/** Returns bytes from standard base64, with or without padding; nothing, if it is anything else. */
function base64Bytes(text: string | undefined): Buffer | undefined {
  return text !== undefined && text.length > 0 && text.length <= 4_096 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : undefined
}
