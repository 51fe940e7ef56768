import type { DrawnFlow } from './drawn-flow.ts'

type Entry = Pick<DrawnFlow, 'flow' | 'application'>

/** The query that takes a flow's way back, and the application it is for, along to another one; empty without both. */
export function sameEntry({ flow }: Entry): string {
  const query = new URLSearchParams()
  if (flow.return_to) query.set('return_to', flow.return_to)
  if ('oauth2_login_challenge' in flow && flow.oauth2_login_challenge) {
    query.set('login_challenge', flow.oauth2_login_challenge)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** The same for a flow that does not know the application: it returns to the sign-in that does. */
export function sameReturn({ flow, application }: Entry): string {
  const returnTo = flow.return_to || application?.signIn
  return returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
}
