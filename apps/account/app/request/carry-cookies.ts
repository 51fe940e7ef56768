import { parseCookie, parseSetCookie, stringifyCookie } from 'cookie'

const asIs = { decode: (value: string) => value, encode: (value: string) => value }

/**
 * Returns the Cookie header a browser would send after an answer with these Set-Cookie lines: one page may make several
 * calls, and the second must already have the cookies of the first one.
 */
export function carryCookies(cookieHeader: string | null, setCookie: readonly string[]): string | null {
  if (setCookie.length === 0) return cookieHeader
  const cookies = new Map(Object.entries(parseCookie(cookieHeader ?? '', asIs)))
  for (const line of setCookie) {
    const { name, value, maxAge } = parseSetCookie(line, asIs)
    if (maxAge !== undefined && maxAge <= 0) cookies.delete(name)
    else cookies.set(name, value ?? '')
  }
  return [...cookies].flatMap(([name, value]) => cookiePair(name, value)).join('; ')
}

/** A visitor may send any bytes as a cookie; the one that is no cookie by the standard stays behind. */
function cookiePair(name: string, value: string | undefined): readonly string[] {
  try {
    return [stringifyCookie({ [name]: value }, asIs)]
  } catch {
    return []
  }
}
