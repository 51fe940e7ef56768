import { createHash } from 'node:crypto'

/** Masks an address: its owner can recognise it, and another person cannot learn it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at >= 0) return `${address.slice(0, Math.min(2, at))}****${address.slice(at)}`
  return `${address.slice(0, 3)}****${address.slice(-2)}`
}

/** Returns a name for an address in a form without showing it. */
export function addressDigest(address: string): string {
  return createHash('sha256').update(address).digest('base64')
}
