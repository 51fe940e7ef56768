import type { ConsoleRequest } from '../request/console-request.ts'
import { signInAddress, standingOf } from './operator.server.ts'

/** Who has come by a link, and the ways to become somebody and come back to it. */
export async function whoComes(page: ConsoleRequest, { pathname, search }: URL) {
  const standing = await standingOf(page)
  const returnTo = `${pathname}${search}`
  const person = standing.kind === 'signed_in' ? standing.operator.email || standing.operator.name : undefined
  return {
    person,
    signIn: signInAddress({ returnTo, secondFactor: standing.kind === 'second_factor_owed' }),
    signUp: `/sign-up?${new URLSearchParams({ return_to: returnTo })}`,
  }
}
