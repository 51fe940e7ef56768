import { pageLink } from '@gatehouse/platform/http'

import { RefusalError } from './answer.ts'

const standardSize = 250
const largestSize = 500
const badToken = 'The page token is not one of ours; take page tokens from the Link header'

/** The requested rows of a list, by position. `page` counts from 0. */
export interface OffsetPage {
  readonly page: number
  readonly size: number
}

/** Reads `page_size` (or the older `per_page`). None, or 0: the standard. Beyond the largest: the largest. */
export function pageSize(query: URLSearchParams): number {
  const asked = wholeNumber(query, 'page_size') ?? wholeNumber(query, 'per_page') ?? 0
  return asked === 0 ? standardSize : Math.min(asked, largestSize)
}

/** Reads `page` or the `page_token` of an offset list. */
export function offsetPage(query: URLSearchParams): OffsetPage {
  const size = pageSize(query)
  const token = query.get('page_token')
  const page = token === null || token === '' ? (wholeNumber(query, 'page') ?? 0) : Math.floor(offsetOf(token) / size)
  // Beyond 2^53 a position is not an exact number.
  return { page: Number.isSafeInteger(page * size) ? page : 0, size }
}

/** `X-Total-Count` and `Link` of an offset list. `legacy`: only `page` and `per_page` in the links. */
export function offsetHeaders(
  url: URL,
  { page, size }: OffsetPage,
  total: number,
  style: 'full' | 'legacy' = 'full',
): Record<string, string> {
  const last = Math.max(0, Math.ceil(total / size) - 1)
  // A page is at most as large as the list.
  const shown = style === 'full' ? Math.max(1, Math.min(size, total)) : size
  const to = (rel: 'first' | 'prev' | 'next' | 'last', target: number) =>
    pageLink(linked(url), rel, {
      page: String(target),
      per_page: String(shown),
      page_size: style === 'full' ? String(shown) : undefined,
      page_token: style === 'full' ? encodeOffset(target * size) : undefined,
    })
  const links = [
    to('first', 0),
    ...(page < last ? [to('next', page + 1)] : []),
    ...(page > 0 ? [to('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('last', last)] : []),
  ]
  return { link: links.join(','), 'x-total-count': String(total) }
}

/** Returns `Link` of a keyset list: the first page, and its neighbours if there are any. */
export function keysetHeaders(
  url: URL,
  page: {
    readonly size: number
    readonly first: string
    readonly next: string | undefined
    readonly previous?: string | undefined
  },
): Record<string, string> {
  const to = (rel: 'first' | 'next' | 'prev', token: string) =>
    pageLink(linked(url), rel, { page_size: String(page.size), page_token: token })
  const next = page.next === undefined ? [] : [to('next', page.next)]
  const previous = page.previous === undefined ? [] : [to('prev', page.previous)]
  return { link: [to('first', page.first), ...next, ...previous].join(',') }
}

/** Returns the refusal of a token that this service did not issue. */
export function badPageToken(): RefusalError {
  return new RefusalError({ code: 400, reason: badToken })
}

/** Returns the address with the prefix: links use it, even if operators may omit it. */
function linked({ pathname, searchParams }: URL): Pick<URL, 'pathname' | 'searchParams'> {
  return { pathname: pathname === '/identities' ? '/admin/identities' : pathname, searchParams }
}

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null || value === '') return undefined
  if (!/^\d{1,15}$/.test(value)) throw new RefusalError({ code: 400, reason: `"${name}" has to be a whole number` })
  return Number(value)
}

function encodeOffset(offset: number): string {
  return Buffer.from(JSON.stringify({ offset: String(offset), v: 2 })).toString('base64url')
}

function offsetOf(token: string): number {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  const offset = /^\{"offset":"(\d{1,15})","v":2\}$/.exec(text)?.[1]
  if (offset === undefined) throw badPageToken()
  return Number(offset)
}
