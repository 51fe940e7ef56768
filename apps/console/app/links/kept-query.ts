/** Characters of a query that are kept: filters and the position in a list take fewer. */
const longestKept = 1_000

/**
 * Returns the query of a page for its links and forms. A page may have a hundred of those: a long query is cut to its
 * first parameters, each name once, so that it is not repeated a hundred times.
 */
export function keptQuery(search: URLSearchParams): URLSearchParams {
  if (`${search}`.length <= longestKept) return new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const [name, value] of search) {
    if (`${kept}`.length + name.length + value.length > longestKept) break
    if (!kept.has(name)) kept.set(name, value)
  }
  return kept
}

/** An address with no more of its query than is kept. */
export function keptAddress(address: string): string {
  const at = address.indexOf('?')
  if (address.length - at <= longestKept) return address
  return at < 0 ? address : `${address.slice(0, at)}?${keptQuery(new URLSearchParams(address.slice(at)))}`
}
