/** How words are looked for: in what people sign in with (a part, or all of it), or in any trait. */
export const searchWays = ['identifier', 'exact', 'trait'] as const

/** What a list of people is narrowed to. Empty: anything. */
export interface PeopleSearch {
  readonly q: string
  readonly by: (typeof searchWays)[number]
  readonly state: string
  readonly schema: string
  readonly organization: string
  readonly token: string
}

/** Whether a list is narrowed at all. */
export function isNarrowed({ q, state, schema, organization }: PeopleSearch): boolean {
  return [q, state, schema, organization].some((part) => part !== '')
}

/** The address of a page of the same list; the first one without a token. */
export function pageAddress(search: PeopleSearch, token?: string): string {
  const { q, by, state, schema, organization } = search
  const given = { q, by: by === 'identifier' ? '' : by, state, schema, organization, page_token: token ?? '' }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
  return `?${query}`
}
