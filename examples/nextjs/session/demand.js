import { checkSession } from '@gatehouse/session/next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { origin, sessions } from './sessions.js'

/**
 * Returns the session of a person who may see a page, and redirects all others to the missing step. Members only:
 * undefined for others.
 */
export async function demandSession(path, demand = {}) {
  const decision = await checkSession(sessions, await headers(), { origin, path, ...demand })
  if (decision.kind === 'sign_in') redirect(decision.url)
  if (decision.kind === 'unavailable') throw new Error('The session cannot be read right now.')
  return decision.kind === 'allowed' ? decision.session : undefined
}
