/** A text field of JSON, read. */
export type ReadJson = { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'unreadable' }

/** Reads JSON; an empty field is null. */
export function readJsonText(text: string): ReadJson {
  if (text === '') return { kind: 'read', value: null }
  try {
    return { kind: 'read', value: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'unreadable' }
  }
}
