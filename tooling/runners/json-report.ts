/** Returns the list under a key of a report; empty if there is none. */
export function list(value: unknown, key: string): readonly unknown[] {
  const found = property(value, key)
  return Array.isArray(found) ? found : []
}

/** Returns the text under a key of a report; empty if there is none. */
export function text(value: unknown, key: string): string {
  const found = property(value, key)
  return typeof found === 'string' ? found : ''
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined
}
