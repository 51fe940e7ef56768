import { createHash } from 'node:crypto'

/** A strong validator of some bytes, ready for the ETag header. */
export function etagOf(bytes: Uint8Array | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/** Returns whether the client already has this version (`If-None-Match`). */
export function isFresh(headers: Headers, etag: string): boolean {
  const known = headers.get('if-none-match')
  if (known === null) return false
  // Weak comparison: a proxy may have weakened the tag when it compressed the body.
  return known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
