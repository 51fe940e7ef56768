import type { HashWork } from '../../configuration/bounds.ts'

/** A hash that another system made. It is only ever checked: the first sign-in replaces it. */
export interface ForeignHash {
  /** What checking it takes. Default: the usual. */
  readonly work?: HashWork
  matches(password: string): Promise<boolean>
}

/** Reads one family of hash strings; nothing, if it is none of them or costs more than the service can bear. */
export type ForeignReader = (hash: string) => ForeignHash | undefined

/** Bytes from standard base64, with or without padding; nothing, if it is anything else. */
export function base64Bytes(text: string | undefined): Buffer | undefined {
  return text !== undefined && text.length > 0 && text.length <= 4_096 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : undefined
}
