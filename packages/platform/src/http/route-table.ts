import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/** A row with its method and path. Rows of GET also answer HEAD; `*` answers every method. */
export interface RouteRow {
  readonly method: string
  /** `/sessions/:id` or `/projects/{project}`; a parameter fills one whole segment. */
  readonly path: string
}

/** The table's result for a method and a path. */
export type RouteMatch<Row> =
  | {
      readonly kind: 'found'
      readonly row: Row
      /** Percent-decoded values by name. */
      readonly params: Readonly<Record<string, string>>
    }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' }
  /** A percent-encoding that is none, or a NUL byte. */
  | { readonly kind: 'malformed' }

/** The rows of one path, whatever the names of its parameters. */
interface Template<Row> {
  /** With parameters by position: `/sessions/:p0`. */
  readonly path: string
  readonly parameters: number
  readonly rows: CompiledRow<Row>[]
}

interface CompiledRow<Row> {
  readonly row: Row
  /** The names of parameters, in the order of the path. */
  readonly names: readonly string[]
}

const noParams: Readonly<Record<string, string>> = {}

/** Prepares a table once; the result finds the row of a request. Literal segments take precedence over parameters. */
export function createRouteTable<Row extends RouteRow>(
  rows: readonly Row[],
): (method: string, pathname: string) => RouteMatch<Row> {
  const templates = templatesOf(rows)
  // Most requests have a literal path: those need no router, and take precedence anyway.
  const literal = new Map(templates.filter(({ parameters }) => parameters === 0).map((one) => [one.path, one]))
  const router = new SmartRouter<Template<Row>>({ routers: [new RegExpRouter(), new TrieRouter()] })
  // A router answers in the order of registration.
  const patterns = templates.filter(({ parameters }) => parameters > 0)
  for (const one of patterns.toSorted((a, b) => a.parameters - b.parameters)) router.add('ALL', one.path, one)

  return (method, pathname) => {
    const isEncoded = pathname.includes('%')
    const plain = isEncoded ? canonical(pathname) : pathname
    if (plain === undefined) return { kind: 'malformed' }
    const exact = literal.get(plain)
    if (exact) {
      const found = rowFor(exact, method)
      return found ? { kind: 'found', row: found.row, params: noParams } : wrongMethod([exact])
    }
    const [matches, stash] = router.match('ALL', plain)
    const most = matches[0]?.[0].parameters
    const best = matches.filter(([{ parameters }]) => parameters === most)
    for (const [template, positions] of best) {
      const found = rowFor(template, method)
      if (!found) continue
      const values = found.names.map((_name, index) => {
        const position = positions[`p${index}`]
        return (typeof position === 'number' ? stash?.[position] : position) ?? ''
      })
      return { kind: 'found', row: found.row, params: paramsOf(found.names, values, isEncoded) }
    }
    return best.length === 0 ? { kind: 'unknown' } : wrongMethod(best.map(([template]) => template))
  }
}

function rowFor<Row extends RouteRow>({ rows }: Template<Row>, method: string): CompiledRow<Row> | undefined {
  return rows.find(({ row }) => accepts(row.method, method))
}

function wrongMethod<Row extends RouteRow>(templates: readonly Template<Row>[]): RouteMatch<Row> {
  return { kind: 'wrong_method', allowed: templates.flatMap(({ rows }) => rows.map(({ row }) => row.method)) }
}

function templatesOf<Row extends RouteRow>(rows: readonly Row[]): readonly Template<Row>[] {
  const byPath = new Map<string, Template<Row>>()
  for (const row of rows) {
    const names: string[] = []
    const path = row.path.replace(
      /(?<=\/)(?::([^/]+)|\{([^/]+)\})(?=\/|$)/g,
      (_whole, colon?: string, brace?: string) => {
        names.push(colon ?? brace ?? '')
        return `:p${names.length - 1}`
      },
    )
    if (path.replaceAll('/:', '/') !== canonical(path.replaceAll('/:', '/'))) {
      throw new TypeError(`a literal segment of ${row.path} would have to be encoded; choose another name for it`)
    }
    const template = byPath.get(path) ?? { path, parameters: names.length, rows: [] }
    template.rows.push({ row, names })
    byPath.set(path, template)
  }
  return [...byPath.values()]
}

function accepts(offered: string, wanted: string): boolean {
  return offered === '*' || offered === wanted || (offered === 'GET' && wanted === 'HEAD')
}

/**
 * Returns a path with each segment in one spelling: letters that need no encoding as they are, a slash within a segment
 * as `%2F`.
 */
function canonical(pathname: string): string | undefined {
  try {
    const segments = pathname.split('/').map(decodeURIComponent)
    return segments.some((segment) => segment.includes('\0')) ? undefined : segments.map(encodeURIComponent).join('/')
  } catch {
    return undefined
  }
}

function paramsOf(
  names: readonly string[],
  values: readonly string[],
  isEncoded: boolean,
): Readonly<Record<string, string>> {
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? ''
    params[name] = isEncoded ? decodeURIComponent(value) : value
  }
  return params
}
