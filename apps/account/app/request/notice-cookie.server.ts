import { hostCookieName } from '@gatehouse/contract/http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { PageRequest } from './page-request.ts'

const name = 'gatehouse_notice'
const seconds = 60

/**
 * Keeps a notice about an action for the next page. It travels as a cookie, which no link of another site can set, and
 * is deleted once it was read.
 */
export function keepNotice(page: PageRequest, about: string, value: string): void {
  page.answer.setCookie.push(cookie(page, `${about}:${value}`, seconds))
}

/** Returns the notice about something, if any. */
export function takeNotice(page: PageRequest, about: string): string | undefined {
  const left = parseCookie(page.credentials().cookie ?? '')[hostCookieName(name, page.secureCookies)]
  if (left === undefined || !left.startsWith(`${about}:`)) return undefined
  page.answer.setCookie.push(cookie(page, '', 0))
  return left.slice(about.length + 1)
}

function cookie({ secureCookies }: PageRequest, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: hostCookieName(name, secureCookies),
    value,
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'strict',
    secure: secureCookies,
  })
}
