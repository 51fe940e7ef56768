import { randomUUID } from 'node:crypto'
import { parseAccept } from 'hono/utils/accept'

/** The verdict on a path, with the reason of a refusal. */
export type TargetVerdict = { readonly kind: 'sound' } | { readonly kind: 'malformed'; readonly reason: string }

/**
 * Refuses paths that later layers would interpret in different ways: broken percent-encoding, control characters, and
 * paths that a careless redirect would turn into another host (`//evil.example`, `/\evil.example`).
 */
export function checkTarget(pathname: string): TargetVerdict {
  const decoded = decodePath(pathname)
  if (decoded === undefined) return malformed('The address contains a percent sign that encodes no character.')
  if (/\p{Cc}/u.test(decoded)) return malformed('The address contains a control character.')
  if (/^[/\\]{2}/.test(decoded)) return malformed('The address begins with two slashes.')
  if (decoded.includes('\\')) return malformed('The address contains a backslash.')
  return { kind: 'sound' }
}

function malformed(reason: string): TargetVerdict {
  return { kind: 'malformed', reason }
}

function decodePath(pathname: string): string | undefined {
  if (!pathname.includes('%')) return pathname
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

/** The header that names a request from the front proxy to the last log line. */
export const requestIdHeader = 'x-request-id'

// Short and plain, so that log lines, pages and headers can contain an id without escaping.
const saneRequestId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$/

/** The id of a request: a trusted proxy's own when it is sane, else a new one. */
export function requestIdOf(headers: Headers, trusted: boolean): string {
  const incoming = headers.get(requestIdHeader)
  return trusted && incoming !== null && saneRequestId.test(incoming) ? incoming : randomUUID()
}

/** What a copy of a request has in the place of the original's. */
interface CopyOptions {
  readonly url?: string
  readonly headers?: Headers
  readonly body?: ReadableStream<Uint8Array>
}

/**
 * Copies a request for a handler behind this one. The body is moved: the original must not be read any more. A redirect
 * is passed on to the client.
 */
export function copyRequest(received: Request, { url, headers, body }: CopyOptions): Request {
  const hasBody = received.method !== 'GET' && received.method !== 'HEAD'
  const init: RequestInit & { duplex: 'half' } = {
    method: received.method,
    headers: headers ?? received.headers,
    // The HTTP server builds a body stream on first access.
    body: hasBody ? (body ?? received.body) : null,
    signal: received.signal,
    redirect: 'manual',
    duplex: 'half',
  }
  return new Request(url ?? received.url, init)
}

/** Returns whether a client asks for a page: it names HTML, and prefers it at least as much as JSON. */
export function acceptsHtml(headers: Headers): boolean {
  const accepted = parseAccept(headers.get('accept') ?? '')
  const html = accepted.find(({ type }) => type === 'text/html')?.q ?? 0
  const json = accepted.find(({ type }) => type === 'application/json')?.q ?? 0
  return html > 0 && html >= json
}

/** The verdict on the origin of a writing request, with the reason of a refusal. */
type OriginVerdict = { readonly kind: 'allowed' } | { readonly kind: 'refused'; readonly reason: string }

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Guards the pages against forged form posts. A browser sends the origin of a request in Origin or Sec-Fetch-Site, and
 * a page cannot change either; a writing request without both is refused.
 */
export function checkSameOrigin(method: string, headers: Headers, publicOrigin: URL): OriginVerdict {
  if (readingMethods.has(method)) return { kind: 'allowed' }
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return refused('It was sent from another site.')
  if (origin === publicOrigin.origin) return { kind: 'allowed' }
  // Browsers that hide the referrer send the origin `null`; Sec-Fetch-Site is still reliable.
  if ((origin === null || origin === 'null') && site === 'same-origin') return { kind: 'allowed' }
  if (origin === null) return refused('It does not say where it was sent from.')
  return refused('It was sent from another site.')
}

function refused(reason: string): OriginVerdict {
  return { kind: 'refused', reason }
}
