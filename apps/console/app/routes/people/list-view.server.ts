import { stringifySetCookie } from 'cookie'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { densities, listColumnNames, type ListLook, usualLook } from './columns.ts'
import { isSearchName } from './search.server.ts'

/** A search that an operator saved, under a name of theirs. `search` is the query of its address. */
export interface SavedSearch {
  readonly name: string
  readonly search: string
}

/** An operator's view of the people of a project: their browser keeps it. */
export interface ListView {
  readonly look: ListLook
  readonly saved: readonly SavedSearch[]
}

const cookie = 'gatehouse_console_people'
const maxAge = 400 * 86_400
/** A cookie has 4 KB. */
const most = { saved: 12, name: 40, search: 200, traits: 6 } as const

/** Reads the operator's view that the browser keeps; the address takes precedence, and is kept from then on. */
export function listViewOf(page: ConsoleRequest, scope: ProjectContext, query: URLSearchParams): ListView {
  const kept = keptView(page, scope)
  if (!query.has('columns')) return kept
  const view = { ...kept, look: lookIn(query) }
  // A page that is fetched ahead was not chosen.
  if (!page.isAhead && JSON.stringify(view) !== JSON.stringify(kept)) keep(page, scope, view)
  return view
}

/** Keeps a search by a name; one of the same name is replaced. Undefined: it was kept. Else why it was not. */
export function saveSearch(
  page: ConsoleRequest,
  scope: ProjectContext,
  { name, search }: SavedSearch,
): 'unnamed' | 'full' | 'long' | undefined {
  const view = keptView(page, scope)
  const short = name.slice(0, most.name)
  if (short === '') return 'unnamed'
  const query = searchIn(search)
  if (query.length > most.search) return 'long'
  const others = view.saved.filter((one) => one.name !== short)
  if (others.length >= most.saved) return 'full'
  keep(page, scope, { ...view, saved: [...others, { name: short, search: query }] })
  return undefined
}

/** Forgets a search. */
export function removeSearch(page: ConsoleRequest, scope: ProjectContext, name: string): void {
  const view = keptView(page, scope)
  keep(page, scope, { ...view, saved: view.saved.filter((one) => one.name !== name) })
}

/** Returns the part of a query that belongs to a search. */
function searchIn(query: string): string {
  return `${new URLSearchParams([...new URLSearchParams(query)].filter(([name, value]) => isSearchName(name) && value !== ''))}`
}

function lookIn(query: URLSearchParams): ListLook {
  const asked = query.getAll('columns')
  return {
    columns: listColumnNames.filter((name) => asked.includes(name)),
    traits: asked.filter((name) => name.startsWith('traits.')).slice(0, most.traits),
    density: densities.find((one) => one === query.get('density')) ?? usualLook.density,
  }
}

/** Another operator at the same browser has a view of their own. */
const ownerOf = ({ operator }: ProjectContext) => operator.identityId.slice(0, 8)

function keptView(page: ConsoleRequest, scope: ProjectContext): ListView {
  const none = { look: usualLook, saved: [] }
  try {
    const value: unknown = JSON.parse(page.cookies[cookie] ?? 'null')
    if (typeof value !== 'object' || value === null) return none
    const { of, columns, density, saved } = { of: '', columns: '', density: '', saved: [], ...value }
    if (of !== ownerOf(scope)) return none
    const query = new URLSearchParams([...columns.split(',').map((name) => ['columns', name]), ['density', density]])
    return { look: columns === '-' ? usualLook : lookIn(query), saved: savedIn(saved) }
  } catch {
    return none
  }
}

function savedIn(list: unknown): readonly SavedSearch[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, most.saved).flatMap((one: unknown) => {
    if (!Array.isArray(one)) return []
    const [name, search]: readonly unknown[] = one
    return typeof name === 'string' && typeof search === 'string' ? [{ name, search: searchIn(search) }] : []
  })
}

function keep({ secureCookies, setCookie }: ConsoleRequest, scope: ProjectContext, { look, saved }: ListView): void {
  const isUsual = JSON.stringify(look) === JSON.stringify(usualLook)
  const value = JSON.stringify({
    of: ownerOf(scope),
    columns: isUsual ? '-' : [...look.columns, ...look.traits].join(','),
    density: look.density,
    saved: saved.map(({ name, search }) => [name, search]),
  })
  // Of this project's pages alone: no other request carries it along.
  setCookie.push(
    stringifySetCookie({
      name: cookie,
      value,
      path: scope.address,
      maxAge,
      httpOnly: true,
      sameSite: 'lax',
      secure: secureCookies,
    }),
  )
}
