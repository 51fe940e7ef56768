/**
 * Returns an entry of a `Link` header (RFC 8288): an address with some parameters of its query changed; `undefined`
 * removes one.
 */
export function pageLink(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  rel: 'first' | 'prev' | 'next' | 'last',
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams(searchParams)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(key)
    else query.set(key, value)
  }
  query.sort()
  return `<${pathname}?${query.toString()}>; rel="${rel}"`
}
