import { readPreferences } from '@gatehouse/design/layout'
import type { ConsoleDeps, RequestInfo } from '../../src/page-deps.ts'
import { speak } from '../text/language.server.ts'
import { carryCookies } from './carry-cookies.ts'
import type { PageRequest } from './page-request.ts'
import { formSource } from './same-origin.ts'

/** Collects the facts about a request for loaders, actions and the renderer. */
export function openPageRequest(
  request: Request,
  deps: ConsoleDeps,
  info: RequestInfo,
  styles: string | undefined,
): PageRequest {
  const url = new URL(request.url)
  const cookie = request.headers.get('Cookie')
  const preferences = readPreferences(cookie)
  const setCookie: string[] = []
  const brand = deps.brand()
  const speech = speak(
    {
      cookie: preferences.language,
      uiLocales: url.searchParams.get('ui_locales'),
      acceptLanguage: request.headers.get('Accept-Language'),
    },
    brand.texts,
  )
  const forward = forwardedHeaders(request.headers, info, new URL(deps.publicOrigin), speech.language)
  return {
    ...deps,
    brand,
    ...speech,
    theme: brand.themeSwitch === false ? 'system' : preferences.theme,
    nonce: info.nonce,
    styles,
    requestId: info.requestId,
    dataOnly: url.pathname.endsWith('.data'),
    method: request.method,
    refusedRequest: info.refusedRequest,
    source: formSource(request.headers, deps.publicOrigin),
    credentials: () => ({ cookie: carryCookies(cookie, setCookie), forward }),
    answer: { setCookie, headers: ownHeaders(url) },
  }
}

function ownHeaders({ pathname }: URL): Headers {
  const policy = openerPolicy(pathname)
  return new Headers(policy && { 'Cross-Origin-Opener-Policy': policy })
}

/**
 * Returns the request as React Router gets it. Its own origin check answers a bare "Bad Request"; ours draws a page
 * that explains the refusal, so a form of another site reaches our check without the header that would stop it earlier.
 */
export function forRouter(request: Request, page: PageRequest): Request {
  if (page.method === 'GET' || page.method === 'HEAD') return request
  const url = new URL(request.url)
  const isStart = url.pathname === '/' && !url.searchParams.has('index')
  if (!isStart && page.source !== 'foreign') return request
  const headers = new Headers(request.headers)
  if (page.source === 'foreign') headers.delete('Origin')
  const init = { method: request.method, headers, body: request.body, signal: request.signal, duplex: 'half' } as const
  // The router takes a form for the start page as one for the root, which has no page that could answer it.
  return new Request(isStart ? `${url.origin}/?index` : url, init)
}

/** Returns facts about the visitor for the identity service: for its sessions, its limits and its log. */
function forwardedHeaders(
  headers: Headers,
  info: RequestInfo,
  origin: URL,
  language: string,
): Readonly<Record<string, string>> {
  const forward: Record<string, string> = {
    // Addresses that the service makes of this call are for the visitor: they name the host that the visitor sees.
    'X-Forwarded-Host': origin.host,
    'X-Forwarded-Proto': origin.protocol.replace(':', ''),
    'X-Forwarded-For': info.clientAddress,
    'X-Request-Id': info.requestId,
    // Mails are written in the language of the page, which the person may have chosen against their browser's.
    'Accept-Language': [language, headers.get('Accept-Language')].filter(Boolean).join(', '),
  }
  // The geolocation comes from the gateway; the visitor's own headers about it are dropped.
  for (const name of ['User-Agent', 'Cf-Ipcity', 'Cf-Ipcountry']) {
    const value = headers.get(name)
    if (value !== null) forward[name] = value
  }
  return forward
}

/**
 * TABLE: pages that a sign-in or sign-out for an application may pass; a person who forgot a password sets a new one in
 * the settings.
 */
const onTheWay: ReadonlySet<string> = new Set([
  '/login',
  '/registration',
  '/recovery',
  '/verification',
  '/settings',
  '/consent',
  '/logout',
  '/goodbye',
  '/error',
])

/**
 * Returns the `Cross-Origin-Opener-Policy` of a page; undefined leaves it to the edge, which cuts a page off from the
 * window that opened it. An application that signs people in by a separate window observes that window for the result,
 * and takes a window that was cut off for a closed one.
 */
function openerPolicy(path: string): 'unsafe-none' | undefined {
  return onTheWay.has(path) ? 'unsafe-none' : undefined
}
