import type { Called, Paging, Refused } from '@gatehouse/client/control-plane'
import { nextPageToken, previousPageToken } from '@gatehouse/client/admin-client'
import { refusalPage, stalePage } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { PagerProps } from '../table/pager.tsx'

/** One page of a list, and the addresses of the others. */
export interface ListedPage<T> {
  readonly body: T
  readonly pages: PagerProps
}

/** The options for reading a list. */
export interface ListWanted<Query> {
  /** The name of this list's token in the page's own address; a page may show several lists. */
  readonly token?: string
  /** Of the operation's parameters, beside those of paging; empty: not given. */
  readonly query?: Query
}

/** Lines of a page. */
export const pageSize = 50

/** Returns the value of a parameter in the address of a page. */
export function askedFor({ here, publicOrigin }: ConsoleRequest, name: string): string {
  return (new URL(here, publicOrigin).searchParams.get(name) ?? '').trim()
}

/** Reads one page of a list. Throws an error response if the control plane refuses. */
export async function readList<T>(
  page: ConsoleRequest,
  ask: (paging: Paging) => Promise<Called<T>>,
  token = 'page_token',
): Promise<ListedPage<T>> {
  const answer = await ask({ page_size: String(pageSize), page_token: askedFor(page, token) })
  if (answer.kind === 'refused') throw pageOfRefusal(page, answer, token)
  const { body, headers } = answer
  // A control plane of another make says it in the body, if at all.
  const next = nextPageToken(headers) ?? tokenIn(body)
  return { body, pages: pagesOf(page, token, { next, previous: previousPageToken(headers) }) }
}

function tokenIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('next_page_token' in body)) return undefined
  if (!('has_next_page' in body) || body.has_next_page !== true) return undefined
  return typeof body.next_page_token === 'string' ? body.next_page_token : undefined
}

/** Returns the addresses of the pages around one, from their tokens. */
export function pagesOf(
  page: ConsoleRequest,
  name: string,
  { next, previous }: { readonly next: string | undefined; readonly previous: string | undefined },
): PagerProps {
  const to = (token: string | undefined) => token && addressWith(page, name, token)
  const isInside = askedFor(page, name) !== ''
  return { first: isInside ? withoutToken(page, name) : undefined, previous: to(previous), next: to(next) }
}

/** Returns to the same page of the list after a change: filters stay, open questions do not. */
export function pageHere({ here, publicOrigin }: ConsoleRequest): string {
  const { pathname, searchParams } = new URL(here, publicOrigin)
  const query = new URLSearchParams(searchParams)
  for (const name of ['ask', 'edit', 'index']) query.delete(name)
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

/** To throw: the control plane refused to show a list. `token` is the list's token name in the page's own address. */
export function pageOfRefusal(page: ConsoleRequest, refusal: Refused, token = 'after'): Response {
  const { id, status, reason } = refusal
  if (id === 'page_token_unknown') return stalePage(page, withoutToken(page, token))
  return refusalPage(page, status, reason, id)
}

/** Returns the address of the first page. */
export function withoutToken(page: ConsoleRequest, name: string): string {
  return addressWith(page, name, '')
}

/** The page's own address with another token; questions that stand open in it are left behind. */
function addressWith({ here, publicOrigin }: ConsoleRequest, name: string, token: string): string {
  const query = new URLSearchParams(new URL(here, publicOrigin).searchParams)
  query.delete('ask')
  if (token === '') query.delete(name)
  else query.set(name, token)
  return `?${query}`
}
