import { isUuid } from '@gatehouse/platform/ids'

import { jsonAnswer, RefusalError } from './answer.ts'

const standardSize = 250
const largestSize = 1000
const longestSearch = 200

/** A place in a list that is ordered by time and id. */
export interface Cursor {
  readonly at: number
  readonly id: string
}

/** Which part of a list is asked for: from its start, unless one of the two edges is given. */
export interface Page {
  readonly size: number
  /** The last row of the page before. */
  readonly after?: Cursor | undefined
  /** The first row of the page after. */
  readonly before?: Cursor | undefined
}

/** A list that nobody cuts. */
export const everything: Page = { size: Number.MAX_SAFE_INTEGER - 1 }

/** Reads `page_size` (1 to 1000, 250 when absent) and `page_token`. Refuses with 400 what is neither. */
export function pageOf(query: URLSearchParams): Page {
  return { size: pageSize(query), ...edgeOf(query.get('page_token') ?? '') }
}

/** The same for lists that the field's client cannot page: whoever names neither gets everything. */
export function pageIfAsked(query: URLSearchParams): Page {
  const page = pageOf(query)
  const isAsked = [query.get('page_size'), query.get('page_token')].some((value) => value !== null && value !== '')
  return isAsked ? page : everything
}

/** Reads `page_size`. */
export function pageSize(query: URLSearchParams): number {
  const text = query.get('page_size')
  if (text === null || text === '') return standardSize
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (size >= 1 && size <= largestSize) return size
  throw new RefusalError({ code: 400, reason: `"page_size" has to be a whole number from 1 to ${largestSize}.` })
}

/** Reads `q`, the words that a list is searched for; nothing: they are not given. Refuses with 400 what is too long. */
export function searchIn(query: URLSearchParams): string | undefined {
  const text = (query.get('q') ?? '').trim()
  if (text.length <= longestSearch) return text === '' ? undefined : text
  throw new RefusalError({ code: 400, reason: `"q" is longer than ${longestSearch} characters; search for less.` })
}

/** A page, and the tokens of its neighbours; empty: there is none. */
export interface Cut<Item> {
  readonly shown: readonly Item[]
  readonly hasMore: boolean
  readonly token: string
  readonly previousToken: string
}

/** Cuts a list of which one row more than the page holds was read, and says how to go on. */
export function cut<Item>(
  items: readonly Item[],
  { size, after, before }: Page,
  cursor: (item: Item) => Cursor,
): Cut<Item> {
  const goesBack = before !== undefined
  const isCut = items.length > size
  const shown = isCut ? (goesBack ? items.slice(-size) : items.slice(0, size)) : items
  const [first, last] = [shown.at(0), shown.at(-1)]
  // One came from the page after, or from the page before.
  const [hasMore, hasPrevious] = goesBack ? [last !== undefined, isCut] : [isCut, after !== undefined]
  return {
    shown,
    hasMore,
    token: hasMore && last !== undefined ? tokenOf('after', cursor(last)) : '',
    previousToken: hasPrevious && first !== undefined ? tokenOf('before', cursor(first)) : '',
  }
}

/** Answers with a page: the body, and the addresses of its neighbours in a `Link` header (RFC 8288). */
export function pageAnswer(url: URL, { token, previousToken }: Cut<unknown>, body: unknown): Response {
  const answer = jsonAnswer(200, body)
  const isFirst = (url.searchParams.get('page_token') ?? '') === ''
  const links = [
    ...(isFirst ? [] : [linkTo(url, 'first', '')]),
    ...(previousToken === '' ? [] : [linkTo(url, 'prev', previousToken)]),
    ...(token === '' ? [] : [linkTo(url, 'next', token)]),
  ]
  if (links.length > 0) answer.headers.set('link', links.join(', '))
  return answer
}

function linkTo({ pathname, searchParams }: URL, rel: string, token: string): string {
  const query = new URLSearchParams(searchParams)
  if (token === '') query.delete('page_token')
  else query.set('page_token', token)
  return `<${pathname}?${query}>; rel="${rel}"`
}

function tokenOf(side: 'after' | 'before', { at, id }: Cursor): string {
  return Buffer.from(`${side === 'before' ? '<' : ''}${at}:${id}`).toString('base64url')
}

function edgeOf(token: string): Pick<Page, 'after' | 'before'> {
  if (token === '') return {}
  const text = Buffer.from(token, 'base64url').toString('utf8')
  const [, side, at, id = ''] = /^(<?)(\d{1,15}):(.{36})$/.exec(text) ?? []
  if (at !== undefined && isUuid(id)) return { [side === '<' ? 'before' : 'after']: { at: Number(at), id } }
  throw staleToken()
}

/** The refusal of a page token that leads nowhere. */
export function staleToken(): RefusalError {
  const reason =
    'The page token is not one of ours; take it from the page before, or begin at the first page without one.'
  return new RefusalError({ code: 400, id: 'page_token_unknown', reason })
}
