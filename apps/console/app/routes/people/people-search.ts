/** How words are looked for where the identity service searches sign-in names alone: a part of one, or all of it. */
export const searchWays = ['identifier', 'exact'] as const

/** In which order people are listed, by the time at which they were created. */
export const searchOrders = ['newest', 'oldest'] as const

/** What a list of people is narrowed to, and its order. Empty: anything. */
export interface PeopleSearch {
  readonly q: string
  /** `words`: in everything that is known of somebody. */
  readonly by: 'words' | (typeof searchWays)[number]
  readonly order: (typeof searchOrders)[number]
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
  const { q, by, order, state, schema, organization } = search
  const given = {
    q,
    by: by === 'exact' ? by : '',
    order: order === 'oldest' ? order : '',
    state,
    schema,
    organization,
    page_token: token ?? '',
  }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
  return `?${query}`
}
