import type { Query } from '@gatehouse/client/client'
import { type Engine, isAble } from '../../people/engine.ts'
import type { PeopleSearch } from './people-search.ts'
import { searchOrders, searchWays } from './people-search.ts'

const pageSize = 50
/** As many characters as the identity service takes. */
const longest = 200
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What the address of the list asks for; what the identity service does not have counts as not asked for. */
export function searchOf({ searchParams }: URL, engine: Engine): PeopleSearch {
  const text = (name: string) => (searchParams.get(name) ?? '').trim()
  const narrows = isAble(engine, 'narrowing')
  return {
    q: text('q').slice(0, longest),
    by: isAble(engine, 'search') ? 'words' : (searchWays.find((way) => way === text('by')) ?? 'identifier'),
    order: searchOrders.find((order) => order === text('order')) ?? 'newest',
    state: narrows ? text('state') : '',
    schema: narrows ? text('schema') : '',
    organization: text('organization'),
    token: text('page_token'),
  }
}

/** The same as parameters of the admin API. */
export function queryOf(search: PeopleSearch): Exclude<Query, URLSearchParams> {
  const { q, by, order, state, schema, organization, token } = search
  return {
    page_size: pageSize,
    page_token: token || undefined,
    organization_id: organization || undefined,
    state: state || undefined,
    schema_id: schema || undefined,
    ...(by === 'words' ? { order, search: q || undefined } : q !== '' && signInName(q, by)),
  }
}

function signInName(q: string, by: 'identifier' | 'exact'): Readonly<Record<string, string>> {
  // No address looks like an id.
  if (uuid.test(q)) return { ids: q }
  return by === 'exact' ? { credentials_identifier: q } : { preview_credentials_identifier_similar: q }
}
