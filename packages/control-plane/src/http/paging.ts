import { isUuid } from '@gatehouse/platform/secrets'
import { pageLink } from '@gatehouse/platform/http'

import { jsonAnswer, RefusalError } from './answer.ts'

const standardSize = 250

/** A position in a list that is ordered by time and id. */
export interface Cursor {
  readonly at: number
  readonly id: string
}

/** The requested part of a list: from its start, unless one of the two edges is given. */
export interface Page {
  readonly size: number
  /** The last row of the page before. */
  readonly after?: Cursor | undefined
  /** The first row of the page after. */
  readonly before?: Cursor | undefined
}

/** A list that is not cut. */
export const everything: Page = { size: Number.MAX_SAFE_INTEGER - 1 }

/** The query parameters of every list. */
export interface PageQuery {
  readonly page_size?: number | undefined
  readonly page_token?: string | undefined
}

/** Returns the requested page, of 250 entries by default. Refuses with 400 an unknown token. */
export function pageOf({ page_size: size = standardSize, page_token: token = '' }: PageQuery): Page {
  return { size, ...edgeOf(token) }
}

/** The same for lists that the field's client cannot page: a request that names neither gets everything. */
export function pageIfAsked(query: PageQuery): Page {
  const isAsked = query.page_size !== undefined || query.page_token !== undefined
  return isAsked ? pageOf(query) : everything
}

/** Returns the page size of an operation with its own kind of token. */
export function pageSize({ page_size: size = standardSize }: PageQuery): number {
  return size
}

/** A page, and the tokens of its neighbours; empty: there is none. */
export interface Cut<Item> {
  readonly shown: readonly Item[]
  readonly hasMore: boolean
  readonly token: string
  readonly previousToken: string
}

/** Cuts a list that was read with one row more than the page, and returns the tokens of its neighbours. */
export function cut<Item>(
  items: readonly Item[],
  { size, after, before }: Page,
  cursor: (item: Item) => Cursor,
): Cut<Item> {
  const goesBack = before !== undefined
  const isCut = items.length > size
  const shown = isCut ? (goesBack ? items.slice(-size) : items.slice(0, size)) : items
  const [first, last] = [shown.at(0), shown.at(-1)]
  // The request came from the page after, or from the page before.
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
    ...(isFirst ? [] : [pageLink(url, 'first', { page_token: undefined })]),
    ...(previousToken === '' ? [] : [pageLink(url, 'prev', { page_token: previousToken })]),
    ...(token === '' ? [] : [pageLink(url, 'next', { page_token: token })]),
  ]
  if (links.length > 0) answer.headers.set('link', links.join(', '))
  return answer
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

/** Returns the refusal of an unknown page token. */
export function staleToken(): RefusalError {
  const reason =
    'The page token is not one of ours; take it from the page before, or begin at the first page without one.'
  return new RefusalError({ code: 400, id: 'page_token_unknown', reason })
}
