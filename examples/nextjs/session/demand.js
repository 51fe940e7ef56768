import { checkSession } from '@gatehouse/session/next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { origin, sessions } from './sessions.js'

/** The session of who may see a page; everybody else is redirected to what is missing. Members only: undefined for others. */
export async function demandSession(path, demand = {}) {
  const decision = await checkSession(sessions, await headers(), { origin, path, ...demand })
  if (decision.kind === 'sign_in') redirect(decision.url)
  if (decision.kind === 'unavailable') throw new Error('The session cannot be read right now.')
  return decision.kind === 'allowed' ? decision.session : undefined
}
