/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/**
 * One line of an export, and one entry of `PATCH /admin/identities`: `patch_id` is the identity's id in the source
 * system.
 */
export interface ImportEntry {
  readonly create: Json
  readonly patch_id: string
}

/** A part of an identity that stays behind. `what` is its path in the identity. */
export interface LeftBehind {
  readonly what: string
  readonly why: string
}

/** Tells whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
