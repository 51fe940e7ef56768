import type { Session } from '@gatehouse/contract/identities'

/** Returns the session; undefined without one. Rejects if the service does not answer. */
export async function loadSession(): Promise<Session | undefined> {
  const response = await fetch('/sessions/whoami', { headers: { accept: 'application/json' } })
  if (response.ok) return parseSession(await response.json())
  if (response.status === 401 || response.status === 403) return undefined
  throw new Error(`The identity service answered ${response.status}.`)
}

/** Ends the session in this browser and comes back. */
export async function signOut(): Promise<void> {
  const response = await fetch('/self-service/logout/browser', { headers: { accept: 'application/json' } })
  const { logout_token: token } = parseLogout(await response.json())
  location.assign(`/self-service/logout?token=${encodeURIComponent(token)}`)
}

function parseSession(body: unknown): Session {
  return body as Session
}

function parseLogout(body: unknown): { readonly logout_token: string } {
  return body as { readonly logout_token: string }
}
