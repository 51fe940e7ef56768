import type { ConsoleRequest } from '../request/console-request.ts'
import { signInAddress, standingOf } from './operator.server.ts'

/** Who has come by a link, and the ways to become somebody and come back to it. */
export async function whoComes(page: ConsoleRequest, returnTo: string) {
  const standing = await standingOf(page)
  const operator = standing.kind === 'signed_in' ? standing.operator : undefined
  return {
    person: operator && (operator.email || operator.name),
    identityId: operator?.identityId,
    returnTo,
    signIn: signInAddress({ returnTo, secondFactor: standing.kind === 'second_factor_owed' }),
    signUp: `/sign-up?${new URLSearchParams({ return_to: returnTo })}`,
  }
}
