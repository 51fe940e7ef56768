import { createHash, randomBytes } from 'node:crypto'

/** A new secret: the text to show once, and its stored digest. */
export interface NewToken {
  readonly text: string
  /** SHA-256 in hex. The text has 256 random bits: it cannot be guessed, so no slow hash is needed. */
  readonly digest: string
  readonly prefix: string
  readonly lastCharacters: string
}

const prefixes = { workspace: 'gwk_', project: 'gpk_', invite: 'gin_' } as const

/** Creates a secret. */
export function newToken(kind: keyof typeof prefixes): NewToken {
  const text = `${prefixes[kind]}${randomBytes(32).toString('base64url')}`
  return { text, digest: digestOf(text), prefix: text.slice(0, 8), lastCharacters: text.slice(-4) }
}

/** Returns the digest under which a secret is stored. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the bearer token of a request, if it has one. */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +([\w-]{8,128})$/i.exec(headers.get('authorization') ?? '')?.[1]
}
