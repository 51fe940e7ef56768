/** The matching of words if the identity service searches sign-in names alone: a part of one, or all of it. */
export const searchWays = ['identifier', 'exact'] as const

/** In which order people are listed: by creation, name, or when a session of theirs was used last. */
export const searchOrders = ['newest', 'oldest', 'name_asc', 'name_desc', 'last_seen_desc', 'last_seen_asc'] as const

/** TABLE: the filters of a list beside its words, and their values. Others are ids. */
export const filterValues = {
  state: ['active', 'inactive'],
  verified: ['true', 'false'],
  second_step: ['true', 'false'],
  method: ['password', 'passkey', 'code', 'oidc', 'saml', 'webauthn'],
  created: ['1', '7', '30', '90'],
  unseen: ['30', '90', '180'],
  organization: undefined,
  schema: undefined,
} as const satisfies Readonly<Record<string, readonly string[] | undefined>>

/** The name of a filter of the list. */
export type FilterName = keyof typeof filterValues
/** All of them, in the order in which they are offered. */
export const filterNames = [
  'state',
  'verified',
  'method',
  'second_step',
  'organization',
  'created',
  'unseen',
  'schema',
] as const satisfies readonly FilterName[]

/** The filters of a list of people, and its order. Empty: no filter. */
export interface PeopleSearch extends Readonly<Record<FilterName, string>> {
  readonly q: string
  /** `words`: in everything that is known of a person. */
  readonly by: 'words' | (typeof searchWays)[number]
  readonly order: (typeof searchOrders)[number]
  readonly token: string
  /** The number of the first entry on the page, from 1; 0: unknown. */
  readonly from: number
}

/** Whether a list is narrowed at all. */
export function isNarrowed(search: PeopleSearch): boolean {
  return search.q !== '' || filterNames.some((name) => search[name] !== '')
}

/** The position of a page of the list: its token, and the number of its first entry. */
export interface PagePosition {
  readonly token: string
  readonly from: number
}

/** The address of a page of the same list; the first one without a position. */
export function pageAddress(search: PeopleSearch, position?: PagePosition): string {
  return `?${new URLSearchParams(addressFields(search, position))}`
}

/** The same as fields, without those that say nothing. */
export function addressFields(search: PeopleSearch, position?: PagePosition): [name: string, value: string][] {
  const { q, by, order } = search
  const given: [string, string][] = [
    ['q', q],
    ['by', by === 'exact' ? by : ''],
    ['order', order === 'newest' ? '' : order],
    ...filterNames.map((name): [string, string] => [name, search[name]]),
    ['page_token', position?.token ?? ''],
    ['from', position === undefined || position.token === '' ? '' : `${position.from}`],
  ]
  return given.filter(([, value]) => value !== '')
}

/** The same search without its words and filters. */
export function everybody({ by, order }: PeopleSearch): PeopleSearch {
  return { ...nothing, by, order }
}

const nothing: Omit<PeopleSearch, 'by' | 'order'> = {
  q: '',
  token: '',
  from: 0,
  state: '',
  verified: '',
  second_step: '',
  method: '',
  created: '',
  unseen: '',
  organization: '',
  schema: '',
}
