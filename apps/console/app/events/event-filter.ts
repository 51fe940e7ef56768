/** The filter of a page's events; empty: all. */
export interface EventFilter {
  readonly type: string
  /** The id of a person. */
  readonly identity: string
}

/** Returns the filter that an address carries. `person`: the typed search for a person. */
export function filterIn(search: URLSearchParams): EventFilter & { readonly person: string } {
  const [type, identity, person] = ['type', 'identity', 'person'].map((name) => (search.get(name) ?? '').trim())
  return { type: type ?? '', identity: identity ?? '', person: person ?? '' }
}

/** Whether a text is an id as people have one. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
