import type { Query } from '@gatehouse/client/client'
import { type Engine, isAble } from '../../people/engine.ts'
import type { PeopleSearch } from './people-search.ts'
import { searchWays } from './people-search.ts'

const pageSize = 50
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What the address of the list asks for; what the identity service does not have counts as not asked for. */
export function searchOf({ searchParams }: URL, engine: Engine): PeopleSearch {
  const text = (name: string) => (searchParams.get(name) ?? '').trim()
  const by = searchWays.find((way) => way === text('by')) ?? 'identifier'
  const narrows = isAble(engine, 'narrowing')
  return {
    q: text('q'),
    by: by === 'trait' && !isAble(engine, 'trait_search') ? 'identifier' : by,
    state: narrows ? text('state') : '',
    schema: narrows ? text('schema') : '',
    organization: text('organization'),
    token: text('page_token'),
  }
}

/** The same as parameters of the admin API. */
export function queryOf({ q, by, state, schema, organization, token }: PeopleSearch): Exclude<Query, URLSearchParams> {
  return {
    page_size: pageSize,
    page_token: token || undefined,
    organization_id: organization || undefined,
    state: state || undefined,
    schema_id: schema || undefined,
    ...(q !== '' && found(q, by)),
  }
}

function found(q: string, by: PeopleSearch['by']): Readonly<Record<string, string>> {
  // No address looks like an id.
  if (uuid.test(q)) return { ids: q }
  if (by === 'trait') return { trait_similar: q }
  return by === 'exact' ? { credentials_identifier: q } : { preview_credentials_identifier_similar: q }
}
