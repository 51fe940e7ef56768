import { stringifySetCookie } from 'cookie'
import type { ConsoleRequest } from '../request/console-request.ts'

type CookieContext = Pick<ConsoleRequest, 'secureCookies' | 'cookies' | 'setCookie'>

/** On https the browser itself sees to it that only this host sets the cookie, and only over https. */
function nameOf({ secureCookies }: Pick<ConsoleRequest, 'secureCookies'>): string {
  return secureCookies ? '__Host-gatehouse_operator' : 'gatehouse_operator'
}

/** The session token of the operator's native session, if the browser has one. */
export function sessionTokenOf(page: CookieContext): string | undefined {
  const token = page.cookies[nameOf(page)]
  return token === '' ? undefined : token
}

/** Keeps a session token in the browser until the session ends. */
export function keepSession(page: CookieContext, token: string, expiresAt: string | undefined): void {
  const expires = new Date(expiresAt ?? '')
  page.setCookie.push(cookieLine(page, token, Number.isNaN(expires.getTime()) ? undefined : expires))
}

/** Takes the session token away from the browser. */
export function forgetSession(page: CookieContext): void {
  page.setCookie.push(cookieLine(page, '', new Date(0)))
}

function cookieLine(page: CookieContext, value: string, expires: Date | undefined): string {
  return stringifySetCookie({
    name: nameOf(page),
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: page.secureCookies,
    ...(expires !== undefined && { expires }),
  })
}
