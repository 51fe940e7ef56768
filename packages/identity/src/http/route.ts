/** What a handler gets to know of a request. */
export interface RouteContext {
  readonly request: Request
  readonly url: URL
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The request's cookies by name. */
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The time of the request in Unix milliseconds: one moment for the whole answer. */
  readonly now: number
  /** The body's bytes. Refuses with 413 past the service's limit. Can be called again. */
  body(): Promise<Uint8Array>
}

/** HEAD has no rows of its own: those of GET answer it. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | '*'

/** One row of a route table. GET rows answer HEAD too; `*` answers every method. */
export interface Route {
  readonly method: RouteMethod
  /** `/sessions/:id`; a parameter fills one whole segment. Literal segments win over parameters. */
  readonly path: string
  readonly handle: (context: RouteContext) => Response | Promise<Response>
}

/** What a table says about a method and a path. */
export type RouteMatch =
  | { readonly kind: 'found'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' }
  /** A percent-encoding that is none, or a NUL byte. */
  | { readonly kind: 'malformed' }

interface CompiledRoute {
  readonly route: Route
  readonly segments: readonly string[]
  readonly parameters: number
}

/** Prepares a table once; the result finds the row of a request. */
export function createRouteMatcher(routes: readonly Route[]): (method: string, pathname: string) => RouteMatch {
  const plain = new Map<string, Route[]>()
  const byLength = new Map<number, CompiledRoute[]>()
  for (const route of routes) {
    const segments = split(route.path)
    const parameters = segments.filter((segment) => segment.startsWith(':')).length
    if (parameters === 0) plain.set(route.path, [...(plain.get(route.path) ?? []), route])
    const rows = byLength.get(segments.length) ?? []
    rows.push({ route, segments, parameters })
    byLength.set(segments.length, rows)
  }
  for (const rows of byLength.values()) rows.sort((a, b) => a.parameters - b.parameters)

  return (method, pathname) => {
    // Most requests name a row literally. Literal rows win anyway.
    const literal = plain.get(pathname)?.find((route) => accepts(route.method, method))
    if (literal) return { kind: 'found', route: literal, params: {} }
    const wanted = decodeSegments(pathname)
    if (wanted === undefined) return { kind: 'malformed' }
    const candidates = (byLength.get(wanted.length) ?? []).filter((row) => fits(row, wanted))
    const best = candidates.filter((row) => row.parameters === candidates[0]?.parameters)
    const row = best.find(({ route }) => accepts(route.method, method))
    if (row) return { kind: 'found', route: row.route, params: parametersOf(row, wanted) }
    if (best.length > 0) return { kind: 'wrong_method', allowed: best.map(({ route }) => route.method) }
    return { kind: 'unknown' }
  }
}

function accepts(offered: RouteMethod, wanted: string): boolean {
  return offered === '*' || offered === wanted || (offered === 'GET' && wanted === 'HEAD')
}

function split(path: string): string[] {
  return path.replace(/^\//, '').split('/')
}

function decodeSegments(pathname: string): string[] | undefined {
  try {
    const segments = split(pathname).map(decodeURIComponent)
    return segments.some((segment) => segment.includes('\0')) ? undefined : segments
  } catch {
    return undefined
  }
}

function fits(row: CompiledRoute, wanted: readonly string[]): boolean {
  return row.segments.every((segment, index) =>
    segment.startsWith(':') ? wanted[index] !== '' : segment === wanted[index],
  )
}

function parametersOf(row: CompiledRoute, wanted: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [index, segment] of row.segments.entries()) {
    if (segment.startsWith(':')) params[segment.slice(1)] = wanted[index] ?? ''
  }
  return params
}
