// The headers of RFC 9110, 7.6.1, and the proxy headers that concern one connection only.
const hopByHop: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** A copy without the headers that end at this hop: the known ones and those that `Connection` names. */
export function endToEndHeaders(headers: Headers): Headers {
  const kept = new Headers(headers)
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase())
  for (const name of [...hopByHop, ...named]) if (isHeaderName(name)) kept.delete(name)
  return kept
}

function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)
}
