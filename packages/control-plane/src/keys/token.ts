import { createHash, randomBytes } from 'node:crypto'

/** A secret that was just made: the text to show once, and what is kept of it. */
export interface NewToken {
  readonly text: string
  /** SHA-256 in hex. The text has 256 random bits: there is nothing to guess, hence no slow hash. */
  readonly digest: string
  readonly prefix: string
  readonly lastCharacters: string
}

const prefixes = { workspace: 'gwk_', project: 'gpk_', invite: 'gin_', 'set-up': 'gsu_' } as const

/** Makes a secret. */
export function newToken(kind: keyof typeof prefixes): NewToken {
  const text = `${prefixes[kind]}${randomBytes(32).toString('base64url')}`
  return { text, digest: digestOf(text), prefix: text.slice(0, 8), lastCharacters: text.slice(-4) }
}

/** What is kept of a secret. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The bearer token of a request, if it carries one. */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +([\w-]{8,128})$/i.exec(headers.get('authorization') ?? '')?.[1]
}
