import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import type { Secret } from './secret.ts'

/**
 * Seals values that have to be read again and must not be readable on the disk: keys, backup codes, kept submissions.
 */
export interface Seals {
  /** `context` names the kind and the owner: a value that is copied to another context does not open there. */
  seal(plain: string | Uint8Array, context: string): string
  /**
   * Opens a sealed value; undefined: it was changed, has another context, or was sealed with a secret that was removed.
   */
  open(sealed: string, context: string): string | undefined
  /** As `open`, for bytes. */
  openBytes(sealed: string, context: string): Buffer | undefined
}

const version = 'v1.'
const nonceLength = 12
const tagLength = 16

/** Seals with AES-256-GCM. The first secret seals, all of them open: for accounts those of `secrets.cipher`. */
export function createSeals(secrets: readonly Secret[]): Seals {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'sealed values', 32)))
  const [newest] = keys
  if (!newest) throw new Error('secrets.cipher is empty')

  function openBytes(sealed: string, context: string): Buffer | undefined {
    if (!sealed.startsWith(version)) return undefined
    const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
    if (bytes.length < nonceLength + tagLength) return undefined
    return keys.map((key) => decrypt(key, bytes, context)).find((plain) => plain !== undefined)
  }

  return {
    openBytes,
    seal: (plain, context) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open: (sealed, context) => openBytes(sealed, context)?.toString('utf8'),
  }
}

function decrypt(key: Buffer, bytes: Buffer, context: string): Buffer | undefined {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    cipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    return Buffer.concat([cipher.update(bytes.subarray(nonceLength + tagLength)), cipher.final()])
  } catch {
    return undefined
  }
}
