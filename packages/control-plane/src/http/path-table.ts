/** A row that says which method and path it answers. Parameters are segments in braces: `/projects/{project}`. */
export interface PathRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
}

/** What a table says about a method and a path. */
export type PathMatch<Row> =
  | { readonly kind: 'found'; readonly row: Row; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' }

/** Prepares a table once; the result finds the row of a request. Literal segments win over parameters. */
export function createPathTable<Row extends PathRow>(
  rows: readonly Row[],
): (method: string, pathname: string) => PathMatch<Row> {
  const compiled = rows
    .map((row) => ({ row, segments: segmentsOf(row.path) }))
    .toSorted((a, b) => parameters(a.segments) - parameters(b.segments))

  return (method, pathname) => {
    const wanted = decode(pathname)
    if (wanted === undefined) return { kind: 'unknown' }
    const fitting = compiled.filter(({ segments }) => fits(segments, wanted))
    const best = fitting.filter(({ segments }) => parameters(segments) === parameters(fitting[0]?.segments ?? []))
    const found = best.find(({ row }) => row.method === method || (row.method === 'GET' && method === 'HEAD'))
    if (found) return { kind: 'found', row: found.row, params: paramsOf(found.segments, wanted) }
    if (best.length > 0) return { kind: 'wrong_method', allowed: best.map(({ row }) => row.method) }
    return { kind: 'unknown' }
  }
}

function segmentsOf(path: string): readonly string[] {
  return path.slice(1).split('/')
}

function parameters(segments: readonly string[]): number {
  return segments.filter(isParameter).length
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function decode(pathname: string): readonly string[] | undefined {
  try {
    const segments = segmentsOf(pathname).map(decodeURIComponent)
    return segments.some((segment) => segment.includes('\0')) ? undefined : segments
  } catch {
    return undefined
  }
}

function fits(segments: readonly string[], wanted: readonly string[]): boolean {
  return (
    segments.length === wanted.length &&
    segments.every((segment, index) => (isParameter(segment) ? wanted[index] !== '' : segment === wanted[index]))
  )
}

function paramsOf(segments: readonly string[], wanted: readonly string[]): Readonly<Record<string, string>> {
  const entries = segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1, -1), wanted[index] ?? ''] as const] : [],
  )
  return Object.fromEntries(entries)
}
