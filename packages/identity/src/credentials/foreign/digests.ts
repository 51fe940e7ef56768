import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { base64Bytes, type ForeignReader } from './foreign-hash.ts'

/** `{SSHA}`, `{SSHA256}`, `{SSHA512}` and base64 of digest and salt. */
export const readSaltedSha: ForeignReader = (hash) => {
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
export const readPatterned: ForeignReader = (hash) => {
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
export const readHmac: ForeignReader = (hash) => {
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
