import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@gatehouse/platform/secrets'
import { announcesTooMuch, copyRequest, limitBody, requestIdHeader } from '@gatehouse/http/requests'
import type { FetchHandler } from '@gatehouse/http/handler'
import { problemResponse } from '@gatehouse/http/answers'
import { isLoopbackHost } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'

/** The options of the guard in front of the admin API. */
export interface AdminGuardOptions {
  readonly admin: FetchHandler
  readonly adminUrl: URL
  /** Callers send it as a bearer token. Absent: every client that reaches the listener may call. */
  readonly key: Secret | undefined
  readonly log: Log
}

// A batch of a thousand identities with imported credentials.
const maxBodyBytes = 16 * 1024 * 1024

/** Guards the admin API: by key, and on this machine against forged requests of a page in a browser. */
export function createAdminGuard({ admin, adminUrl, key, log }: AdminGuardOptions): FetchHandler {
  return async (received) => {
    const requestId = randomUUID()
    const url = new URL(received.url)
    const refuse = (status: number, title: string, detail: string, headers = {}) =>
      problemResponse(received, { status, title, detail, requestId, headers })
    // Without a key the network is the only guard, and a browser on this machine is inside it.
    if (key === undefined && isForeignToThisMachine(received.headers, url)) {
      return refuse(403, 'Not for browsers', `Call the admin API at ${adminUrl.origin} from a program.`)
    }
    if (key !== undefined && !isProbe(url.pathname) && !carriesKey(received.headers, key)) {
      const headers = { 'www-authenticate': 'Bearer realm="gatehouse admin"' }
      return refuse(401, 'A key is needed', 'Send the admin key as a bearer token.', headers)
    }
    if (announcesTooMuch(received.headers, maxBodyBytes)) return refuse(413, 'Too large', 'Send less at once.')

    const started = performance.now()
    const limited = limitBody(ownRequest(received, requestId), maxBodyBytes)
    const answer = await admin(limited.request).catch((error: unknown) => {
      if (!limited.exceeded()) log.error({ err: error, requestId }, 'admin request failed')
      return refuse(500, 'Something went wrong here', 'It has been written down in the log.')
    })
    const finished = limited.exceeded() ? await refuse(413, 'Too large', 'Send less at once.') : answer
    const ms = Math.round(performance.now() - started)
    log.info(
      { requestId, method: received.method, route: 'admin', path: url.pathname, status: finished.status, ms },
      'request',
    )
    const headers = new Headers(finished.headers)
    headers.set(requestIdHeader, requestId)
    headers.set('x-content-type-options', 'nosniff')
    return new Response(finished.body, { status: finished.status, headers })
  }
}

/** Refuses calls of an admin API while the process is fenced; probes are answered. */
export function refusedWhileFenced(admin: FetchHandler, isFenced: () => boolean): FetchHandler {
  return async (request) => {
    if (!isFenced() || isProbe(new URL(request.url).pathname)) return admin(request)
    const reason = 'The database of this service has not been reached for a while. Try again in a moment.'
    const error = { code: 503, status: 'Service Unavailable', message: reason, reason }
    return Response.json({ error }, { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
  }
}

// Probes carry no key. Other paths that only contain the word are no probes.
function isProbe(pathname: string): boolean {
  return /^(?:\/admin)?\/health\/(?:alive|ready)$/.test(pathname)
}

function ownRequest(received: Request, requestId: string): Request {
  const headers = new Headers([...received.headers])
  headers.delete('authorization')
  headers.set(requestIdHeader, requestId)
  return copyRequest(received, { headers })
}

// A name that resolves to 127.0.0.1 (DNS rebinding) shows in Host; a page shows in Origin and Sec-Fetch-Site.
function isForeignToThisMachine(headers: Headers, url: URL): boolean {
  const site = headers.get('sec-fetch-site')
  return !isLoopbackHost(url.hostname) || headers.has('origin') || (site !== null && site !== 'none')
}

function carriesKey(headers: Headers, key: Secret): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(key.reveal()))
}
