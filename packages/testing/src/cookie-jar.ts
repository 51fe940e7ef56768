import { CookieJar } from 'tough-cookie'

type Fetch = (request: Request) => Promise<Response>

/** A visitor with a browser's memory for cookies. */
export interface Visitor {
  /** Sends a request with the cookies that belong to it and keeps those of the answer. Follows no redirect. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** The Cookie header this visitor would send to a URL; empty where there are none. */
  cookieHeader(url: string | URL): string
  /** The value of one cookie as sent to a URL. */
  cookie(url: string | URL, name: string): string | undefined
  /** Forgets everything. */
  forget(): void
}

/**
 * A visitor over a service in the same process or over the network. Loopback hosts count as secure, as in browsers,
 * so `Secure` cookies work on http://localhost.
 */
export function createVisitor(send: Fetch = (request) => fetch(request)): Visitor {
  const jar = new CookieJar(undefined, { allowSpecialUseDomain: true, rejectPublicSuffixes: false })
  return {
    async fetch(input, init) {
      const request = new Request(input, { redirect: 'manual', ...init })
      const cookies = jar.getCookieStringSync(request.url)
      if (cookies !== '') request.headers.set('cookie', cookies)
      const response = await send(request)
      for (const cookie of response.headers.getSetCookie()) {
        jar.setCookieSync(cookie, request.url, { ignoreError: true })
      }
      return response
    },
    cookieHeader: (url) => jar.getCookieStringSync(String(url)),
    cookie: (url, name) => jar.getCookiesSync(String(url)).find((one) => one.key === name)?.value,
    forget: () => jar.removeAllCookiesSync(),
  }
}
