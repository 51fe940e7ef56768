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
