import { isDeepStrictEqual } from 'node:util'

/** A value of a JSON document that another document has not, or not the same. */
export interface JsonChange {
  /** The keys from the root. */
  readonly path: readonly string[]
  readonly before: unknown
  /** Undefined: it is removed. */
  readonly after: unknown
}

/** Returns the changes that make one JSON value of another, within the deepest objects that differ. */
export function changesOf(path: readonly string[], before: unknown, after: unknown): readonly JsonChange[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }]
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) =>
    changesOf([...path, key], old.get(key), now.get(key)),
  )
}

/** Returns the value at a path; undefined: there is none. */
export function valueIn(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) ? new Map(Object.entries(value)).get(key) : undefined),
    document,
  )
}

/** Returns the document with another value at a path; undefined removes it. */
export function withValueIn(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const entries = new Map(isObject(document) ? Object.entries(document) : [])
  const below = withValueIn(entries.get(key), rest, value)
  if (below === undefined) entries.delete(key)
  else entries.set(key, below)
  return Object.fromEntries(entries)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
