import { RefusalError } from './answer.ts'
import { isUuid } from './uuid.ts'

const standardSize = 250
const largestSize = 1000

/** A place in a list that is ordered by time and id. */
export interface Cursor {
  readonly at: number
  readonly id: string
}

/** Which part of a list is asked for. */
export interface Page {
  readonly size: number
  /** The last row of the page before; absent: from the start. */
  readonly after: Cursor | undefined
}

/** Reads `page_size` (1 to 1000, 250 when absent) and `page_token`. Refuses with 400 what is neither. */
export function pageOf(query: URLSearchParams): Page {
  return { size: pageSize(query), after: cursorOf(query.get('page_token') ?? '') }
}

/** Reads `page_size`. */
export function pageSize(query: URLSearchParams): number {
  const text = query.get('page_size')
  if (text === null || text === '') return standardSize
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (size >= 1 && size <= largestSize) return size
  throw new RefusalError({ code: 400, reason: `"page_size" has to be a whole number from 1 to ${largestSize}.` })
}

/** Cuts a list of which one row more than the page holds was read, and says how to go on. */
export function cut<Item>(items: readonly Item[], { size }: Page, cursor: (item: Item) => Cursor) {
  const shown = items.slice(0, size)
  const last = shown.at(-1)
  const hasMore = items.length > size
  return { shown, hasMore, token: hasMore && last !== undefined ? tokenOf(cursor(last)) : '' }
}

function tokenOf({ at, id }: Cursor): string {
  return Buffer.from(`${at}:${id}`).toString('base64url')
}

function cursorOf(token: string): Cursor | undefined {
  if (token === '') return undefined
  const [, at, id = ''] = /^(\d{1,15}):(.{36})$/.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? []
  if (at !== undefined && isUuid(id)) return { at: Number(at), id }
  throw new RefusalError({ code: 400, reason: 'The page token is not one of ours; take it from the page before.' })
}
