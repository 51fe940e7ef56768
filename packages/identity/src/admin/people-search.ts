import { isUuid } from '@gatehouse/platform/secrets'

import { RefusalError } from '../http/answer.ts'
import { badPageToken } from '../http/paging.ts'
import { type SearchFilter, type SearchOrder, searchOrders, type SearchPosition } from '../identities/identity-store.ts'
import { listedMethods } from '../identities/listed.ts'
import { wordsIn } from '../identities/searchable.ts'

/** The bounds of a search: each word is compared with all accounts that match the others. */
const longestSearch = 200
const mostWords = 8

/** Returns the order of our own search, by words or in an order; nothing: a list as in Kratos. */
export function orderOf(query: URLSearchParams): SearchOrder | undefined {
  const order = query.get('order') ?? ''
  if (order === '') return query.has('search') ? 'newest' : undefined
  const known = searchOrders.find((one) => one === order)
  if (known !== undefined) return known
  throw new RefusalError({ code: 400, reason: `"order" has to be one of ${searchOrders.join(', ')}.` })
}

/** Returns the words of the search. */
export function soughtText(query: URLSearchParams): string {
  const text = query.get('search') ?? ''
  if (text.length <= longestSearch && wordsIn(text).length <= mostWords) return text
  const reason = `"search" may have ${longestSearch} characters and ${mostWords} words at most.`
  throw new RefusalError({ code: 400, reason })
}

/** Filters that only a search has. */
export function peopleFilterOf(query: URLSearchParams): SearchFilter {
  const method = query.get('method') ?? ''
  const known = listedMethods.find((one) => one === method)
  if (method !== '' && known === undefined) {
    throw new RefusalError({ code: 400, reason: `"method" has to be one of ${listedMethods.join(', ')}.` })
  }
  return {
    method: known,
    isVerified: truthOf(query, 'verified'),
    hasSecondStep: truthOf(query, 'second_step'),
    createdAfter: timeOf(query, 'created_after'),
    lastSeenBefore: timeOf(query, 'last_seen_before'),
  }
}

/** Checks that a query has one of these filters, which other lists do not know. */
export function hasPeopleFilter(query: URLSearchParams): boolean {
  return ['method', 'verified', 'second_step', 'created_after', 'last_seen_before'].some((name) => query.get(name))
}

function truthOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name) ?? ''
  if (value === '') return undefined
  if (value === 'true' || value === 'false') return value === 'true'
  throw new RefusalError({ code: 400, reason: `"${name}" has to be true or false.` })
}

function timeOf(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name) ?? ''
  if (value === '') return undefined
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new RefusalError({ code: 400, reason: `"${name}" has to be a date, or a time of RFC 3339.` })
}

/** Returns the position of a page token. Throws for a token of another order. */
export function positionOf(token: string, order: SearchOrder): SearchPosition | undefined {
  if (token === '') return undefined
  const [, before, value = '', id = ''] = /^(before_)?([\w-]{0,400})_([\da-f-]{36})$/i.exec(token) ?? []
  const isName = order.startsWith('name')
  if (!isUuid(id) || !(isName || /^\d{1,15}$/.test(value))) throw badPageToken()
  return {
    value: isName ? Buffer.from(value, 'base64url').toString('utf8') : Number(value),
    id,
    isBefore: before !== undefined,
  }
}

/** Returns the token of a page; nothing if there is none. */
export function tokenOf(position: SearchPosition | undefined): string | undefined {
  if (position === undefined) return undefined
  const { value, id, isBefore } = position
  const written = typeof value === 'number' ? `${value}` : Buffer.from(value).toString('base64url')
  return `${isBefore ? 'before_' : ''}${written}_${id}`
}
