import { createHash } from 'node:crypto'

/** An address with enough left for its owner to recognise it, and too little for another person to learn it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at >= 0) return `${address.slice(0, Math.min(2, at))}****${address.slice(at)}`
  return `${address.slice(0, 3)}****${address.slice(-2)}`
}

/** Names an address in a form without showing it. */
export function addressDigest(address: string): string {
  return createHash('sha256').update(address).digest('base64')
}
