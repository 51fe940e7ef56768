import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import type { Secret } from '@gatehouse/platform/secrets'

/** Seals what has to be read again and must not lie readable on the disk: keys, backup codes, kept submissions. */
export interface Seals {
  /** `context` says what this is and whose: what is copied to another place does not open there. */
  seal(plain: string, context: string): string
  /** Nothing: tampered with, of another context, or sealed with a secret that is no longer configured. */
  open(sealed: string, context: string): string | undefined
}

const version = 'v1.'
const nonceLength = 12
const tagLength = 16

/** AES-256-GCM. `secrets.cipher`: the first one seals, all of them open. */
export function createSeals(secrets: readonly Secret[]): Seals {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'sealed values', 32)))
  const [newest] = keys
  if (!newest) throw new Error('secrets.cipher is empty')

  return {
    seal: (plain, context) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open: (sealed, context) => {
      if (!sealed.startsWith(version)) return undefined
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      if (bytes.length < nonceLength + tagLength) return undefined
      return keys.map((key) => decrypt(key, bytes, context)).find((plain) => plain !== undefined)
    },
  }
}

function decrypt(key: Buffer, bytes: Buffer, context: string): string | undefined {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    cipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    return Buffer.concat([cipher.update(bytes.subarray(nonceLength + tagLength)), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** As `open`, where nothing but a lost secret can be the reason: an operator has to know, and the sign-in fails. */
export function openOrThrow(seals: Seals, sealed: string, context: string): string {
  const plain = seals.open(sealed, context)
  if (plain === undefined)
    throw new Error(`${context} cannot be opened: secrets.cipher lost a secret, or it was altered`)
  return plain
}
