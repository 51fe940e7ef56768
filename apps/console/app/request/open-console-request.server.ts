import { parseCookie } from 'cookie'
import type { ConsoleDeps, RequestInfo } from '../../src/page-deps.ts'
import { speak } from '../text/language.server.ts'
import type { ConsoleRequest } from './console-request.ts'
import { readPreferences } from '@gatehouse/design/layout'

/** Collects the facts about a request for loaders, actions and the renderer. */
export function openConsoleRequest(request: Request, deps: ConsoleDeps, info: RequestInfo): ConsoleRequest {
  const cookie = request.headers.get('Cookie')
  const preferences = readPreferences(cookie)
  return {
    ...deps,
    ...speak({
      cookie: preferences.language,
      uiLocales: null,
      acceptLanguage: request.headers.get('Accept-Language'),
    }),
    theme: preferences.theme,
    nonce: info.nonce,
    requestId: info.requestId,
    refused: info.refused,
    here: pageAddress(new URL(request.url)),
    isAhead: /prefetch/i.test(request.headers.get('Sec-Purpose') ?? ''),
    isChange: !['GET', 'HEAD'].includes(request.method),
    cookies: parseCookie(cookie ?? ''),
    forward: forwardedHeaders(request.headers, info),
    setCookie: [],
  }
}

/** The address in the visitor's address bar: script asks for a page's data at another one. */
function pageAddress({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  query.delete('_routes')
  const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  return query.size === 0 ? path : `${path}?${query}`
}

function forwardedHeaders(headers: Headers, info: RequestInfo): Readonly<Record<string, string>> {
  const forward: Record<string, string> = {
    'X-Forwarded-For': info.clientAddress,
    'X-Request-Id': info.requestId,
  }
  for (const name of ['User-Agent', 'Accept-Language']) {
    const value = headers.get(name)
    if (value !== null) forward[name] = value
  }
  return forward
}
