import type { Shown } from './plain-browser.ts'
import type { Cell, ReturnKind } from '@gatehouse/testing/journeys'

/** The origin of the pages, and an application to which they may lead. */
export interface Site {
  readonly origin: string
  readonly application: { readonly origin: string; readonly callback: string }
}

/** The scheme of an app that is on the list of addresses to return to, with its host. */
export const appAddress = 'notes://signed-in/'

/** Returns the value of `return_to`; undefined: there is none. */
export function returnTo(kind: ReturnKind, { origin, application }: Site): string | undefined {
  const values: Readonly<Record<ReturnKind, string | undefined>> = {
    none: undefined,
    path: '/goodbye?from=a%20path',
    page: `${origin}/goodbye?from=a&page`,
    foreign: `${application.callback}?note=7&of=a%20friend`,
    scheme: `${appAddress}here?note=7`,
    forbidden: 'https://evil.example/goodbye',
    lookalike: `http://${new URL(application.origin).hostname}.evil.example/callback`,
  }
  return values[kind]
}

/** Returns the start address of a cell. */
export function startOf({ row, entrance, given }: Cell, site: Site): string {
  const wanted = returnTo(given.kind, site)
  const query = new URLSearchParams({ ...row.query, ...(wanted !== undefined && { return_to: wanted }) })
  const path = entrance === 'page' ? `/${row.start}` : `/self-service/${row.start}/browser`
  return query.size === 0 ? path : `${path}?${query}`
}

const refused = 'refused'

/** Returns the expected end of a cell: an address, or the page that says that the address is not allowed. */
export function expectedEnd({ row, entrance, given }: Cell, site: Site): string {
  if (given.verdict === 'refused') return refused
  const home = entrance === 'service' ? (row.homeByService ?? row.home) : row.home
  return new URL(returnTo(given.kind, site) ?? home, site.origin).href
}

// Ory Kratos 1.3 answers with data at the start of a verification, and with its error page everywhere else.
const refusals = ['This link isn’t allowed', '"id":"self_service_flow_return_to_forbidden"']

/** Tells whether a page says that the address to return to is not allowed. */
export function isRefusal({ html }: Pick<Shown, 'html'>): boolean {
  return refusals.some((text) => html.includes(text))
}

/** Returns the end of a browser without script; an expected address that it passed on the way counts. */
export function endOf(shown: Shown, cell: Cell, site: Site): string {
  if (isRefusal(shown)) return refused
  const { status, trail } = shown
  const end = trail.at(-1) ?? 'nowhere'
  if (status !== undefined && status >= 400) return `${end} (${status})`
  const expected = expectedEnd(cell, site)
  // A journey without a `return_to` ends on a page, with any flow of it.
  const isExpected = (address: string) =>
    address === expected || (cell.given.verdict === 'absent' && address.replace(/[?#].*/, '') === expected)
  return trail.some(isExpected) ? expected : end
}
