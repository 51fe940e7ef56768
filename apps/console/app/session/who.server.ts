import type { ConsoleRequest } from '../request/console-request.ts'
import { signInAddress, signInStateOf } from './operator.server.ts'

/** The person who opened a link, and the ways to sign in or up and to come back to it. */
export async function whoComes(page: ConsoleRequest, returnTo: string) {
  const state = await signInStateOf(page)
  const operator = state.kind === 'signed_in' ? state.operator : undefined
  return {
    person: operator && (operator.email || operator.name),
    identityId: operator?.identityId,
    returnTo,
    signIn: signInAddress({ returnTo, secondFactor: state.kind === 'second_factor_owed' }),
    signUp: `/sign-up?${new URLSearchParams({ return_to: returnTo })}`,
  }
}
