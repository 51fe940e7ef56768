import { readHostCookie, setHostCookie } from './host-cookie.server.ts'
import type { PageRequest } from './page-request.ts'

const name = 'gatehouse_notice'
const seconds = 60
const sameSite = 'strict'

/**
 * Keeps a notice about an action for the next page. It travels as a cookie, which no link of another site can set, and
 * is deleted once it was read.
 */
export function keepNotice(page: PageRequest, about: string, value: string): void {
  setHostCookie(page, name, `${about}:${value}`, { maxAge: seconds, sameSite })
}

/** Returns the notice about something, if any. */
export function takeNotice(page: PageRequest, about: string): string | undefined {
  const left = readHostCookie(page, name)
  if (left === undefined || !left.startsWith(`${about}:`)) return undefined
  setHostCookie(page, name, '', { maxAge: 0, sameSite })
  return left.slice(about.length + 1)
}
