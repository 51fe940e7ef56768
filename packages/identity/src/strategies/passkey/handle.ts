import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 64

/**
 * Returns a new handle of an account for authenticators: 64 random letters and digits, so that it reveals nothing about
 * the account. base64url of its bytes.
 */
export function newHandle(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Buffer.from(text).toString('base64url')
}

/** Returns the credential identifier of a handle. */
export function identifierOfHandle(handle: string): string {
  return Buffer.from(handle, 'base64url').toString('utf8')
}
