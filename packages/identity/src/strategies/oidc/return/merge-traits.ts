import type { Traits } from '../../../identities/identity.ts'
import { isObject } from '../../../flows/http/submission.ts'

/** Merges traits: typed values take precedence over claims; objects merge part by part. */
export function mergeTraits(claimed: Traits, typed: Traits): Traits {
  const merged: Record<string, unknown> = { ...claimed }
  for (const [name, value] of Object.entries(typed)) {
    const below = Object.hasOwn(merged, name) ? merged[name] : undefined
    if (value !== undefined && value !== '') {
      merged[name] = isObject(below) && isObject(value) ? mergeTraits(below, value) : value
    }
  }
  return merged
}
