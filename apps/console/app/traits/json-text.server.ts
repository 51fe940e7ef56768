/** A text field of JSON, read. */
export type ReadJson = { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'unreadable' }

/** Reads JSON; an empty field is null. */
export function readJsonText(text: string): ReadJson {
  if (text === '') return { kind: 'read', value: null }
  try {
    const value: unknown = JSON.parse(text)
    return { kind: 'read', value }
  } catch {
    return { kind: 'unreadable' }
  }
}

/** Returns a value as indented JSON; a missing one is an empty text. */
export function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
