/**
 * The maximum lengths of a request's parts beside its body, in characters: a listener is also called as a function, and
 * a server in front of it may accept more than Node does.
 */
const longest = {
  /** Of a header: a token with its claims. */
  header: 16_384,
  /** Of all cookies together, including those of other programs at the same domain. Node's limit is for all headers. */
  cookies: 32_768,
  /** Of a parameter's name or value: a challenge of an OAuth2 server, or an address to return to. */
  query: 16_384,
} as const

/** Refuses a request with a header or a query parameter that exceeds the limits; undefined: it may pass. */
export function envelopeRefusal(
  { headers }: Pick<Request, 'headers'>,
  { searchParams }: URL,
): { readonly code: number; readonly reason: string } | undefined {
  for (const [name, value] of headers) {
    const limit = name === 'cookie' ? longest.cookies : longest.header
    if (value.length > limit) {
      return {
        code: 431,
        reason: `The header ${JSON.stringify(name.slice(0, 100))} is longer than ${limit} characters.`,
      }
    }
  }
  for (const [name, value] of searchParams) {
    if (name.length > longest.query || value.length > longest.query) {
      const quoted = JSON.stringify(name.slice(0, 100))
      return { code: 400, reason: `The query parameter ${quoted} is longer than ${longest.query} characters.` }
    }
  }
  return undefined
}
