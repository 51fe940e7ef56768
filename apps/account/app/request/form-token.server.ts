import { randomBytes, timingSafeEqual } from 'node:crypto'
import { foreignForm } from './fail.server.ts'
import { type CookiePage, readHostCookie, setHostCookie } from './host-cookie.server.ts'
import type { PageRequest } from './page-request.ts'

const cookieName = 'gatehouse_form'
const tokenBytes = 32
const shape = /^[\w-]{43}$/

/** Name of the hidden field that carries the token. */
export const formTokenField = 'form_token'

/**
 * The anti-CSRF token for a form that lets an application in: the form sends it back, and the browser sends the same
 * in a cookie that other sites can neither read nor choose. One token for all tabs of a browser, until it is closed.
 */
export function formToken(page: CookiePage): string {
  const known = cookieToken(page)
  if (known !== undefined) return known
  const token = randomBytes(tokenBytes).toString('base64url')
  setHostCookie(page, cookieName, token)
  return token
}

/** Refuses a form without the token, or with another browser's. `again` is the page that has the form. */
export function requireFormToken(page: PageRequest, form: URLSearchParams, again: string): void {
  const expected = cookieToken(page)
  const given = form.get(formTokenField) ?? ''
  if (expected === undefined || !shape.test(given) || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
    throw foreignForm(page, again)
  }
}

function cookieToken(page: Pick<CookiePage, 'credentials' | 'secureCookies'>): string | undefined {
  const token = readHostCookie(page, cookieName)
  return token !== undefined && shape.test(token) ? token : undefined
}
