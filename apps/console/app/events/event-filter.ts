/** Which events a page shows; empty: all. */
export interface EventFilter {
  readonly type: string
  readonly identity: string
}

/** The filter that an address carries. */
export function filterIn(search: URLSearchParams): EventFilter {
  const [type, identity] = ['type', 'identity'].map((name) => (search.get(name) ?? '').trim())
  return { type: type ?? '', identity: identity ?? '' }
}

/** Whether a text is an id as people have one. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** The fields of an address, without those that are empty. */
export function addressOf(fields: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))}`
}
