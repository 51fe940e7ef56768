import type { Flow } from '@gatehouse/contract/flow'

type Entry = Pick<Flow, 'return_to'> & { readonly oauth2_login_challenge?: string }

/** The query that takes a flow's way back, and the application it is for, along to another one; empty without both. */
export function sameEntry(flow: Entry): string {
  const query = new URLSearchParams()
  if (flow.return_to) query.set('return_to', flow.return_to)
  if (flow.oauth2_login_challenge) query.set('login_challenge', flow.oauth2_login_challenge)
  return query.size === 0 ? '' : `?${query}`
}

/** The same for a flow that knows of no application: it leads back to the sign-in that does. */
export function sameReturn(flow: Entry & { readonly request_url: string }): string {
  const returnTo = flow.return_to || signInAgain(flow)
  return returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
}

/** The address of the sign-in page for the application that a flow is for; nothing where it is for none. */
export function signInAgain(flow: Entry & { readonly request_url: string }): string | undefined {
  const { oauth2_login_challenge: challenge, request_url: requestUrl } = flow
  const origin = URL.parse(requestUrl)?.origin
  if (!challenge || origin === undefined) return undefined
  return `${origin}/login?${new URLSearchParams({ login_challenge: challenge })}`
}
