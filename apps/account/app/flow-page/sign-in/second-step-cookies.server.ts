import { hostCookieName } from '@gatehouse/contract/http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { PageRequest } from '../../request/page-request.ts'

/** Second factors of which the one used last comes first the next time. A recovery code is the exception, and stays one. */
const factors = ['totp', 'webauthn', 'code'] as const
type Factor = (typeof factors)[number]

const factorCookie = { name: 'gatehouse_factor', seconds: 365 * 24 * 60 * 60 }
const nameCookie = { name: 'gatehouse_signing_in', seconds: 15 * 60 }
const longestName = 320

/**
 * Sets cookies after an accepted proof: this browser remembers the kind of second factor, and for a quarter of an hour
 * the person's sign-in name, so that the second step can show it. Neither proves anything.
 */
export function noteProof(page: PageRequest, form: URLSearchParams): void {
  const factor = factors.find((known) => known === form.get('method'))
  if (factor !== undefined) put(page, factorCookie, factor)
  const name = form.get('identifier')?.trim()
  if (name !== undefined && name !== '' && name.length <= longestName) put(page, nameCookie, name)
}

/** Returns the second factor that was used last in this browser. */
export function lastFactor(page: PageRequest): Factor | undefined {
  return factors.find((known) => known === read(page, factorCookie.name))
}

/** Returns the name that the sign-in under way began with, if one was typed in this browser. */
export function signingInAs(page: PageRequest): string | undefined {
  return read(page, nameCookie.name) || undefined
}

/** Forgets the name after a sign-out or a change of accounts, so that the next visitor does not see it. */
export function forgetSigningIn(page: PageRequest): void {
  if (read(page, nameCookie.name) !== undefined) put(page, { ...nameCookie, seconds: 0 }, '')
}

function read(page: PageRequest, name: string): string | undefined {
  return parseCookie(page.credentials().cookie ?? '')[hostCookieName(name, page.secureCookies)]
}

function put(page: PageRequest, { name, seconds }: typeof nameCookie, value: string): void {
  const { secureCookies } = page
  page.answer.setCookie.push(
    stringifySetCookie({
      name: hostCookieName(name, secureCookies),
      value,
      path: '/',
      maxAge: seconds,
      httpOnly: true,
      sameSite: 'lax',
      secure: secureCookies,
    }),
  )
}
