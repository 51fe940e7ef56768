import { parseAccept } from 'hono/utils/accept'

/** Returns whether a client asks for a page: it names HTML, and prefers it at least as much as JSON. */
export function acceptsHtml(headers: Headers): boolean {
  const accepted = parseAccept(headers.get('accept') ?? '')
  const html = accepted.find(({ type }) => type === 'text/html')?.q ?? 0
  const json = accepted.find(({ type }) => type === 'application/json')?.q ?? 0
  return html > 0 && html >= json
}
