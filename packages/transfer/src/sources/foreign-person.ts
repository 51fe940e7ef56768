import { isJson, type Json, type LeftBehind } from '../import-entry.ts'

/** An address of a person, and whether the other system had it proved. */
export interface ForeignAddress {
  readonly value: string
  readonly verified: boolean
}

/** A person as another identity system exports them, without the form of that system. */
export interface ForeignPerson {
  /** Their id there: kept as the external id if the import takes one, and in the report. */
  readonly id: string
  readonly emails?: readonly ForeignAddress[]
  readonly phones?: readonly ForeignAddress[]
  readonly username?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  /** The whole name, if its parts are not known. */
  readonly name?: string | undefined
  readonly language?: string | undefined
  readonly picture?: string | undefined
  readonly disabled?: boolean
  /** A hash in one of the formats that the import takes. */
  readonly hash?: string | undefined
  readonly links?: readonly { readonly provider: string; readonly subject: string }[]
  /** The key of an authenticator app as an `otpauth` URL. */
  readonly totpUrl?: string | undefined
  readonly metadataPublic?: Json | undefined
  readonly metadataAdmin?: Json | undefined
  readonly left?: readonly LeftBehind[]
}

/** Returns a text that is not empty; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Returns an address as a list; empty if there is none. */
export function addressesOf(value: unknown, verified: unknown): readonly ForeignAddress[] {
  const text = textOf(value)
  return text === undefined ? [] : [{ value: text, verified: verified === true || verified === 'true' }]
}

/** Returns the objects of a list; empty for everything else. */
export function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** Returns an object that is not empty. */
export function objectOf(value: unknown): Json | undefined {
  return isJson(value) && Object.keys(value).length > 0 ? value : undefined
}

/**
 * Returns an object that a text holds as JSON, as tables have it; an object as it is. Undefined for everything else.
 */
export function parsedObject(value: unknown): Json | undefined {
  const parsed = parsedJson(value)
  return objectOf(parsed)
}

/** Returns the value of a JSON text; other values as they are, and undefined for a text that is no JSON. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
