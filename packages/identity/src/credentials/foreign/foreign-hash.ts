import type { HashWork } from '../../configuration/bounds.ts'

/** A hash that another system created. It is only checked: the first sign-in replaces it. */
export interface ForeignHash {
  /** The work of checking it. Default: the usual. */
  readonly work?: HashWork
  matches(password: string): Promise<boolean>
}

/** Reads one family of hash strings; nothing, if the string is of another one or exceeds the bounds. */
export type ForeignReader = (hash: string) => ForeignHash | undefined

/** Returns bytes from standard base64, with or without padding; nothing, if it is anything else. */
export function base64Bytes(text: string | undefined): Buffer | undefined {
  return text !== undefined && text.length > 0 && text.length <= 4_096 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : undefined
}
