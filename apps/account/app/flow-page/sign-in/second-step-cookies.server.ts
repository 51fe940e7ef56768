import { readHostCookie, setHostCookie } from '../../request/host-cookie.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** Second factors of which the one used last comes first the next time. A recovery code is the exception, and stays one. */
const factors = ['totp', 'webauthn', 'code'] as const
type Factor = (typeof factors)[number]

const factorCookie = { name: 'gatehouse_factor', maxAge: 365 * 24 * 60 * 60 }
const nameCookie = { name: 'gatehouse_signing_in', maxAge: 15 * 60 }
const longestName = 320

/**
 * Sets cookies after an accepted proof: this browser remembers the kind of second factor, and for a quarter of an hour
 * the person's sign-in name, so that the second step can show it. Neither proves anything.
 */
export function noteProof(page: PageRequest, form: URLSearchParams): void {
  const factor = factors.find((known) => known === form.get('method'))
  if (factor !== undefined) setHostCookie(page, factorCookie.name, factor, { maxAge: factorCookie.maxAge })
  const name = form.get('identifier')?.trim()
  if (name === undefined || name === '' || name.length > longestName) return
  setHostCookie(page, nameCookie.name, name, { maxAge: nameCookie.maxAge })
}

/** Returns the second factor that was used last in this browser. */
export function lastFactor(page: PageRequest): Factor | undefined {
  return factors.find((known) => known === readHostCookie(page, factorCookie.name))
}

/** Returns the name that the sign-in under way began with, if one was typed in this browser. */
export function signingInAs(page: PageRequest): string | undefined {
  return readHostCookie(page, nameCookie.name) || undefined
}

/** Forgets the name after a sign-out or a change of accounts, so that the next visitor does not see it. */
export function forgetSigningIn(page: PageRequest): void {
  if (readHostCookie(page, nameCookie.name) !== undefined) {
    setHostCookie(page, nameCookie.name, '', { maxAge: 0 })
  }
}
