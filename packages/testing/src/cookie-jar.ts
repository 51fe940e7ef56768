import { CookieJar } from 'tough-cookie'

type Fetch = (request: Request) => Promise<Response>

/** A visitor with a browser's memory for cookies. */
export interface Visitor {
  /** Sends a request with the cookies that belong to it and keeps those of the answer. Follows no redirect. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Returns the Cookie header this visitor would send to a URL; empty if there are none. */
  cookieHeader(url: string | URL): string
  /** The value of one cookie as sent to a URL. */
  cookie(url: string | URL, name: string): string | undefined
  /** Keeps the cookies of an answer from a URL that came some other way. */
  keep(url: string | URL, setCookies: readonly string[]): void
  /** Forgets everything. */
  forget(): void
}

/**
 * Creates a visitor over a service in the same process or over the network. Loopback hosts count as secure, as in
 * browsers, so `Secure` cookies work on http://localhost.
 */
export function createVisitor(send: Fetch = (request) => fetch(request)): Visitor {
  const jar = new CookieJar(undefined, { allowSpecialUseDomain: true, rejectPublicSuffixes: false })
  const keep = (url: string | URL, setCookies: readonly string[]) => {
    for (const cookie of setCookies) jar.setCookieSync(cookie, String(url), { ignoreError: true })
  }
  return {
    async fetch(input, init) {
      const request = new Request(input, { redirect: 'manual', ...init })
      const cookies = jar.getCookieStringSync(request.url)
      if (cookies !== '') request.headers.set('cookie', cookies)
      const response = await send(request)
      keep(request.url, response.headers.getSetCookie())
      return response
    },
    keep,
    cookieHeader: (url) => jar.getCookieStringSync(String(url)),
    cookie: (url, name) => jar.getCookiesSync(String(url)).find((one) => one.key === name)?.value,
    forget: () => jar.removeAllCookiesSync(),
  }
}
