import type { Query } from '@gatehouse/client/client'
import { type Engine, supportsFeature } from '../../people/engine.ts'
import {
  type FilterName,
  type PeopleSearch,
  filterNames,
  filterValues,
  searchOrders,
  searchWays,
} from './people-search.ts'

const pageSize = 50
/** As many characters as the identity service takes. */
const longest = 200
const dayMs = 86_400_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the search of an address; a filter that the identity service does not have is ignored. */
export function searchOf(searchParams: URLSearchParams, engine: Engine): PeopleSearch {
  const text = (name: string) => (searchParams.get(name) ?? '').trim()
  const narrows = supportsFeature(engine, 'narrowing')
  const filter = (name: FilterName) => {
    const values: readonly string[] | undefined = filterValues[name]
    const value = text(name)
    const isKnown = values === undefined || values.includes(value)
    return isKnown && (narrows || name === 'organization') ? value : ''
  }
  const from = text('page_token') === '' ? 1 : Number(/^\d{1,9}$/.exec(text('from'))?.[0] ?? 0)
  return {
    q: text('q').slice(0, longest),
    by: supportsFeature(engine, 'search') ? 'words' : (searchWays.find((way) => way === text('by')) ?? 'identifier'),
    order: searchOrders.find((order) => order === text('order')) ?? 'newest',
    token: text('page_token'),
    from,
    state: filter('state'),
    verified: filter('verified'),
    second_step: filter('second_step'),
    method: filter('method'),
    created: filter('created'),
    unseen: filter('unseen'),
    organization: filter('organization'),
    schema: filter('schema'),
  }
}

/** Returns a search as parameters of the admin API, without its page and order. */
export function peopleQueryOf(search: PeopleSearch, now: number): Readonly<Record<string, string>> {
  const { q, by, organization, state, schema, verified, method } = search
  const ago = (days: string) => (days === '' ? '' : new Date(now - Number(days) * dayMs).toISOString())
  const given = {
    organization_id: organization,
    state,
    schema_id: schema,
    verified,
    second_step: search.second_step,
    method,
    created_after: ago(search.created),
    last_seen_before: ago(search.unseen),
    ...(by === 'words' ? { search: q, order: 'oldest' } : q !== '' && signInName(q, by)),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

/** The page of a search as parameters of the admin API. */
export function queryOf(search: PeopleSearch, now: number): Exclude<Query, URLSearchParams> {
  const { by, order, token } = search
  return {
    ...peopleQueryOf(search, now),
    page_size: pageSize,
    page_token: token || undefined,
    ...(by === 'words' && { order, include_set_up: 'true' }),
  }
}

/** The number of people on a page. */
export const peopleOnPage = pageSize

function signInName(q: string, by: 'identifier' | 'exact'): Readonly<Record<string, string>> {
  // No address looks like an id.
  if (uuid.test(q)) return { ids: q }
  return by === 'exact' ? { credentials_identifier: q } : { preview_credentials_identifier_similar: q }
}

/** Whether an address narrows a list to anything that a search has. */
export function isSearchName(name: string): boolean {
  return ['q', 'by', 'order', ...filterNames].includes(name)
}
